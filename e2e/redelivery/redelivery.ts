import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, startCluster } from '@quartermaster/local-postgres/cluster'
import { copyMutated } from '../kit/copy-mutated.ts'
import { readOptions } from '../kit/options.ts'
import { startProgress } from '../kit/progress.ts'
import { createRandom, type Random } from '../kit/random.ts'
import { PROJECT_ROOT } from '../kit/run-command.ts'
import { runHarness } from '../kit/run-harness.ts'
import { REDELIVERY_MUTANTS } from './mutants.ts'
import { runTrial } from './trial.ts'

const options = readOptions({
  script: 'redelivery',
  about: `Delivers everything again after a wipe while the servers are killed, games poll and report, and purchases are refunded.
Each expected delivery must be enqueued once, as the preview said. Then runs the same trial with mutants, and must
notice each.`,
  options: {
    entitlements: { type: 'number', help: 'how many entitlements the players have', default: 100_000, short: 3_000 },
    kills: { type: 'number', help: 'how often the servers are killed', default: 50, short: 5 },
    mutants: { type: 'text', help: 'all, none, or part of a name (default: all, none with --short)' },
  },
})

/** Each commit waits before it is written to disk, so that more kills happen before it is complete. */
const SLOW_COMMITS = { commit_delay: '5000', commit_siblings: '0', max_wal_size: '4GB' }
const MUTANT_TRIAL = { entitlements: 3_000, kills: 6, servers: 1, stallTimeoutMs: 8_000 }
/** A mutant that only a kill at the wrong moment reveals needs more than one trial. */
const ATTEMPTS = 4

await runHarness(options, async (defer) => {
  const { entitlements, kills, short, seed } = options
  console.log(`seed ${seed}`)
  const random = createRandom(seed)
  const cacheDir = await mkdtemp(join(tmpdir(), 'quartermaster-redelivery-'))
  defer(() => rm(cacheDir, { recursive: true, force: true }))
  const cluster = await startCluster({ settings: SLOW_COMMITS })
  defer(() => cluster.stop())
  const place = { cluster, cacheDir }
  const progress = startProgress('kills', kills)
  const { faults, ...outcome } = await runTrial({
    ...place,
    root: PROJECT_ROOT,
    entitlements,
    kills,
    servers: short ? 1 : 2,
    random: random.fork(),
    stallTimeoutMs: 60_000,
    onKill: () => progress.add(1),
  })
  progress.done()
  const chosen = chooseMutants()
  const escaped = await findEscaped(chosen, place, random.fork())
  return {
    figures: {
      entitlements,
      ...outcome,
      seconds: Number(outcome.seconds.toFixed(1)),
      ...(chosen.length > 0 && { mutants: chosen.length, escaped: escaped.length }),
    },
    failures: [...faults, ...escaped.map((name) => `the trial did not notice the mutant "${name}"`)],
  }
})

function chooseMutants() {
  const part = options.mutants ?? (options.short ? 'none' : 'all')
  if (part === 'none') return []
  const chosen = REDELIVERY_MUTANTS.filter(({ name }) => part === 'all' || name.includes(part))
  if (chosen.length === 0) throw new Error(`No mutant has "${part}" in its name`)
  return chosen
}

/** Runs the trial with each mutant. Returns the names of those that it did not notice. */
async function findEscaped(
  mutants: typeof REDELIVERY_MUTANTS,
  place: { cluster: Cluster; cacheDir: string },
  random: Random,
): Promise<string[]> {
  const escaped: string[] = []
  for (const mutant of mutants) {
    const copy = await copyMutated(mutant)
    try {
      let fault: string | undefined
      for (let attempt = 1; fault === undefined && attempt <= ATTEMPTS; attempt++) {
        const { faults } = await runTrial({ ...place, ...MUTANT_TRIAL, root: copy.root, random: random.fork() })
        fault = faults.find((text) => !text.startsWith('only '))
      }
      if (fault === undefined) escaped.push(mutant.name)
      console.log(
        fault === undefined ? `not noticed: ${mutant.name}` : `noticed: ${mutant.name} (${fault.slice(0, 120)})`,
      )
    } finally {
      await copy.remove()
    }
  }
  return escaped
}
