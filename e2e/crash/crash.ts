import { startCluster } from '@quartermaster/local-postgres/cluster'
import { readOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { createRandom } from '../kit/random.ts'
import { PROJECT_ROOT } from '../kit/run-command.ts'
import { type Defer, runHarness } from '../kit/run-harness.ts'
import { createFolder } from '../kit/start-product.ts'
import { chooseMutants, findUnnoticed } from '../kit/mutants/try-mutants.ts'
import { CHECKOUT_SERVER } from './money/money-trial.ts'
import { PROFILES } from './profile.ts'
import { countFindings, describeFindings } from './trial.ts'

const options = readOptions({
  script: 'crash',
  about:
    'Kills the server and its database while the store works, and proves that nothing is lost, doubled, wrong or late.\n' +
    'Then does the same to mutants of the product, and must notice each of them.',
  options: {
    profile: {
      type: 'text',
      help: 'delivery: sales, refunds and expiries; money: callbacks of a payment provider; storefront: purchases of visitors; agent: kills of the agent',
      choices: ['delivery', 'money', 'storefront', 'agent'],
      default: 'delivery',
    },
    kills: { type: 'number', help: 'kills of the server, or of the agent (default: 200, money and agent: 1000)' },
    dbKills: { type: 'number', help: 'kills of the database (default: 50, money: 100)' },
    checkouts: {
      type: 'number',
      help: 'money: checkouts to open (default: 10000); storefront: buyers of the scarce product (default: 1000)',
    },
    mutants: { type: 'text', help: 'all, none, or a part of a name (default: all, with --short the quick ones)' },
  },
})

/** An entitlement may expire a minute late, so a trial that waits that long still makes progress. */
const TIMEOUT_MS = 75_000
/** Every commit waits before it is written to disk, so that more kills come before that. */
const SLOW_COMMITS = { commit_delay: '5000', commit_siblings: '0' }
/** Long enough to distinguish a slow delivery from a lost one. */
const MUTANT_TIMEOUT_MS = 6_000

await runHarness(options, async (defer) => {
  const { run, sizes, mutants: all } = PROFILES[options.profile]
  const usual = options.short ? sizes.short : sizes.full
  const { kills = usual.kills, dbKills = usual.dbKills, checkouts = usual.checkouts ?? 0 } = options
  const mutants = chooseMutants(all, options.mutants ?? (options.short ? 'short' : 'all'))
  const cacheDir = await createFolder(defer)
  const random = createRandom(options.seed)
  const cluster = await startSlowCluster(defer)
  const progress = startProgress('kills', kills + dbKills)
  const trial = { root: PROJECT_ROOT, cluster, cacheDir, size: { kills, dbKills, checkouts } }
  const onKill = () => progress.add(1)
  const outcome = await run({ ...trial, random: random.fork(), timeoutMs: TIMEOUT_MS, onKill })
  progress.done()
  const codes = [...Map.groupBy(outcome.repeated, (code) => code)].map(([code, { length }]) => `, ${code} ${length}`)
  console.log(`requests that were sent again: ${outcome.repeated.length}${codes.join('')}`)
  console.log(`longest outage of the database: ${(outcome.longestOutageMs / 1000).toFixed(1)} s`)

  // Checks that the unchanged product fails too prove nothing about a mutant.
  const failedChecks = new Set(outcome.findings.map(({ check }) => check))
  const mutantRandom = random.fork()
  const missed = await findUnnoticed(mutants, {
    places: mutants.length > 1 ? [cluster, await startSlowCluster(defer)] : [cluster],
    attempts: options.short ? sizes.shortMutant : sizes.mutant,
    files: [CHECKOUT_SERVER],
    async run({ root, place, size }) {
      const copy = { root, cluster: place, cacheDir, size, random: mutantRandom.fork() }
      const { findings } = await run({ ...copy, timeoutMs: MUTANT_TIMEOUT_MS, onKill: () => undefined })
      return describeFindings(findings.filter(({ check, isWeak }) => !isWeak && !failedChecks.has(check)))
    },
  })
  return {
    figures: {
      profile: options.profile,
      kills: outcome.kills,
      dbKills: outcome.dbKills,
      ...outcome.figures,
      ...countFindings(outcome.findings),
      mutants: mutants.length,
      caught: mutants.length - missed.length,
    },
    failures: [...describeFindings(outcome.findings), ...missed.map((name) => `a mutant was not noticed: ${name}`)],
  }
})

async function startSlowCluster(defer: Defer) {
  const cluster = await startCluster({ settings: SLOW_COMMITS })
  defer(() => cluster.stop())
  return cluster
}
