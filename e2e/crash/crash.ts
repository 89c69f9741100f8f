import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '@quartermaster/local-postgres/cluster'
import type { Mutant } from '../kit/mutant.ts'
import { readOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { createRandom } from '../kit/random.ts'
import { PROJECT_ROOT } from '../kit/run-command.ts'
import { type Defer, runHarness } from '../kit/run-harness.ts'
import { countFindings, describeFindings, printMutant, printOutcome } from './print-outcome.ts'
import { PROFILES } from './profile.ts'
import type { Size } from './trial.ts'
import { tryMutants } from './try-mutants.ts'

const options = readOptions({
  script: 'crash',
  about:
    'Kills the server and its database while the store works, and proves that nothing is lost, doubled, wrong or late.\n' +
    'Then does the same to mutants of the product, and must notice each of them.',
  options: {
    profile: {
      type: 'text',
      help: 'delivery: sales, refunds and expiries; money: callbacks of a payment provider; agent: kills of the agent',
      choices: ['delivery', 'money', 'agent'],
      default: 'delivery',
    },
    kills: { type: 'number', help: 'kills of the server, or of the agent (default: 200, money and agent: 1000)' },
    dbKills: { type: 'number', help: 'kills of the database (default: 50, money: 100)' },
    checkouts: { type: 'number', help: 'only money: checkouts to open (default: 10000)' },
    duplicates: { type: 'number', help: 'only money: how often a payment is reported at the same time (default: 5)' },
    mutants: { type: 'text', help: 'all, none, or a part of a name (default: all, with --short the quick ones)' },
  },
})

/** An entitlement may expire a minute late, so a trial that waits that long still makes progress. */
const TIMEOUT_MS = 75_000
/** Every commit waits before it is written to disk, so that more kills come before that. */
const SLOW_COMMITS = { commit_delay: '5000', commit_siblings: '0' }

await runHarness(options, async (defer) => {
  const { run, sizes, mutants: all } = PROFILES[options.profile]
  const size = readSize(options.short ? sizes.short : sizes.full)
  const mutants = chooseMutants(all, options.mutants ?? (options.short ? 'short' : 'all'))
  const cacheDir = await mkdtemp(join(tmpdir(), 'quartermaster-crash-'))
  defer(() => rm(cacheDir, { recursive: true, force: true }))
  const random = createRandom(options.seed)
  const clusters = [await startSlowCluster(defer)]

  const progress = startProgress('kills', size.kills + size.dbKills)
  const outcome = await run({
    root: PROJECT_ROOT,
    cluster: clusters[0] as (typeof clusters)[number],
    cacheDir,
    size,
    random: random.fork(),
    timeoutMs: TIMEOUT_MS,
    onKill: () => progress.add(1),
  })
  progress.done()
  printOutcome(outcome)

  if (mutants.length > 1) clusters.push(await startSlowCluster(defer))
  const tried = await tryMutants(mutants, {
    clusters,
    cacheDir,
    attempts: options.short ? sizes.shortMutant : sizes.mutant,
    run,
    random: random.fork(),
    ignoredChecks: new Set(outcome.findings.map(({ check }) => check)),
    onMutant: printMutant,
  })
  const missed = tried.filter(({ noticedBy }) => noticedBy.length === 0)
  const { kills, dbKills, findings } = outcome
  return {
    figures: {
      profile: options.profile,
      kills,
      dbKills,
      ...outcome.figures,
      ...countFindings(findings),
      mutants: tried.length,
      caught: tried.length - missed.length,
    },
    failures: [...describeFindings(findings), ...missed.map(({ name }) => `a mutant was not noticed: ${name}`)],
  }
})

async function startSlowCluster(defer: Defer) {
  const cluster = await startCluster({ settings: SLOW_COMMITS })
  defer(() => cluster.stop())
  return cluster
}

function readSize(usual: Size): Size {
  const { kills = usual.kills, dbKills = usual.dbKills } = options
  const { checkouts = usual.checkouts, duplicates = usual.duplicates } = options
  return { kills, dbKills, checkouts, duplicates }
}

function chooseMutants(mutants: Mutant[], which: string): Mutant[] {
  if (which === 'none') return []
  if (which === 'all') return mutants
  const chosen = mutants.filter(({ name, short }) => (which === 'short' ? short : name.includes(which)))
  if (chosen.length === 0) throw new Error(`No mutant has a name with "${which}"`)
  return chosen
}
