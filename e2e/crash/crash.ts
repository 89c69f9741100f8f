import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Cluster, startCluster } from '@quartermaster/local-postgres/cluster'
import { huntMutants } from './hunt-mutants.ts'
import type { Mutant } from './mutant.ts'
import { profileNamed } from './profile.ts'
import { createRandom } from '../kit/random.ts'
import { showBlow, showMutant, showOutcome, summarise } from './show.ts'
import type { Size } from './trial.ts'

const HELP = `Kills the server and its database again and again while the store is at work, and proves that nothing is lost,
doubled, wrong or late. Then does the same to broken variants of the product, and must notice each.

  npm run crash -- [options]

  --profile NAME   delivery: one process sells, refunds, expires and delivers
                   money: three processes take the callbacks of a payment provider
                   agent: the agent beside the game is killed, and its console is cut half as often (delivery)
  --kills N        kills of the process (delivery 200, money 1000, agent 1000; short 12, 8, 12)
  --db-kills N     kills of the database (delivery 50, money 100; short 3, 2)
  --checkouts N    money: checkouts to open (10000; short 150)
  --duplicates N   money: how often "paid" is told at the same moment (5)
  --short          the form for the check
  --mutants WHICH  all, none, or part of a name (all; short: the quick ones)
  --seed N         makes the same decisions again; when they take effect is up to the machine
  --json           ends with one JSON object on a line`

const PROJECT_ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** An expiry may be a minute late, so a run that has to wait that long is not stuck yet. */
const DATABASE_TIMEOUT_MS = 75_000
/** Every commit waits a little before it goes to disk, so that more kills land before it is there. */
const SLOW_COMMITS = { commit_delay: '5000', commit_siblings: '0' }

const { values: options } = parseArgs({
  options: {
    profile: { type: 'string', default: 'delivery' },
    checkouts: { type: 'string' },
    duplicates: { type: 'string' },
    kills: { type: 'string' },
    'db-kills': { type: 'string' },
    short: { type: 'boolean', default: false },
    mutants: { type: 'string' },
    seed: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (options.help) console.log(HELP)
else process.exitCode = await crash()

async function crash(): Promise<number> {
  const { short, json } = options
  const profile = profileNamed(options.profile)
  const seed = number('--seed', options.seed, randomInt(2 ** 31))
  const wanted = sizeOf(short ? profile.sizes.short : profile.sizes.full)
  const mutants = chosenMutants(profile.mutants, options.mutants ?? (short ? 'short' : 'all'))
  const begun = Date.now()
  console.log(`${profile.name}: ${wanted.kills} kills of the process, ${wanted.dbKills} of the database; seed ${seed}`)

  const cacheDir = await mkdtemp(join(tmpdir(), 'quartermaster-crash-'))
  const clusters: Cluster[] = []
  const random = createRandom(seed)
  try {
    const cluster = await startCluster({ settings: SLOW_COMMITS })
    clusters.push(cluster)
    const outcome = await profile.run({
      root: PROJECT_ROOT,
      cluster,
      cacheDir,
      wanted,
      random: random.fork(),
      patienceMs: DATABASE_TIMEOUT_MS,
      onBlow: (struck) => showBlow(struck, wanted),
    })
    showOutcome(outcome)

    if (mutants.length > 1) clusters.push(await startCluster({ settings: SLOW_COMMITS }))
    const caught = await huntMutants(mutants, {
      projectRoot: PROJECT_ROOT,
      clusters,
      cacheDir,
      attempts: short ? profile.sizes.shortMutant : profile.sizes.mutant,
      run: profile.run,
      random: random.fork(),
      discounted: new Set(outcome.findings.map(({ check }) => check)),
      onMutant: showMutant,
    })
    const summary = summarise(outcome, caught, { profile: profile.name, seed, seconds: (Date.now() - begun) / 1000 })
    console.log(summary.text)
    if (json) console.log(JSON.stringify(summary.figures))
    return summary.ok ? 0 : 1
  } finally {
    for (const cluster of clusters) await cluster.stop()
    await rm(cacheDir, { recursive: true, force: true })
  }
}

function sizeOf(usual: Size): Size {
  const { checkouts, duplicates } = options
  if (usual.checkouts === 0 && (checkouts ?? duplicates) !== undefined)
    throw new Error('--checkouts and --duplicates belong to --profile money')
  return {
    kills: number('--kills', options.kills, usual.kills),
    dbKills: number('--db-kills', options['db-kills'], usual.dbKills),
    checkouts: number('--checkouts', checkouts, usual.checkouts),
    duplicates: number('--duplicates', duplicates, usual.duplicates),
  }
}

function chosenMutants(mutants: Mutant[], which: string): Mutant[] {
  if (which === 'none') return []
  if (which === 'all') return mutants
  const chosen =
    which === 'short' ? mutants.filter((mutant) => mutant.short) : mutants.filter(({ name }) => name.includes(which))
  if (chosen.length === 0) throw new Error(`No mutant is called like "${which}"`)
  return chosen
}

function number(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} is "${text}"; it must be a whole number`)
  return Number(text)
}
