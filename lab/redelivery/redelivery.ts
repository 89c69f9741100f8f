import { startCluster } from '@quartermaster/local-postgres/cluster'
import { readOptions } from '../../e2e/kit/options.ts'
import { startProgress } from '../../e2e/kit/progress.ts'
import { createRandom } from '../../e2e/kit/random.ts'
import { PROJECT_ROOT } from '../../e2e/kit/run-command.ts'
import { runHarness } from '../../e2e/kit/run-harness.ts'
import { createFolder } from '../../e2e/kit/start-product.ts'
import { chooseMutants, findUnnoticed } from '../../e2e/kit/mutants/try-mutants.ts'
import { REDELIVERY_MUTANTS } from './mutants.ts'
import { runTrial } from './trial.ts'

const options = readOptions({
  script: 'lab redelivery',
  about: `Delivers everything again after a wipe while the servers are killed, games poll and report, and purchases are refunded.
Each expected delivery must be enqueued once, as the preview said. Then runs the same trial with mutants, and must
notice each.`,
  options: {
    entitlements: { type: 'number', help: 'how many entitlements the players have', default: 100_000, short: 2_000 },
    kills: { type: 'number', help: 'how often the servers are killed', default: 50, short: 3 },
    mutants: { type: 'text', help: 'all, none, or part of a name (default: all, none with --short)' },
  },
})

/** Each commit waits before it is written to disk, so that more kills happen before it is complete. */
const SLOW_COMMITS = { commit_delay: '5000', commit_siblings: '0', max_wal_size: '4GB' }
const MUTANT_TRIAL = { entitlements: 3_000, kills: 6, servers: 1, stallTimeoutMs: 8_000 }
/** A mutant that only a kill at the wrong moment reveals needs more than one trial. */
const ATTEMPTS = Array.from({ length: 4 }, () => MUTANT_TRIAL)

await runHarness(options, async (defer) => {
  const { entitlements, kills, short, seed } = options
  console.log(`seed ${seed}`)
  const random = createRandom(seed)
  const cacheDir = await createFolder(defer)
  const cluster = await startCluster({ settings: SLOW_COMMITS })
  defer(() => cluster.stop())
  const progress = startProgress('kills', kills)
  const { faults, ...outcome } = await runTrial({
    root: PROJECT_ROOT,
    cluster,
    cacheDir,
    entitlements,
    kills,
    servers: short ? 1 : 2,
    random: random.fork(),
    stallTimeoutMs: 60_000,
    onKill: () => progress.add(1),
  })
  progress.done()

  const mutants = chooseMutants(REDELIVERY_MUTANTS, options.mutants ?? (short ? 'none' : 'all'))
  const escaped = await findUnnoticed(mutants, {
    places: [cluster],
    attempts: ATTEMPTS,
    async run({ root, size }) {
      const tried = await runTrial({ ...size, root, cluster, cacheDir, random: random.fork() })
      return tried.faults.filter((text) => !text.startsWith('only '))
    },
  })
  return {
    figures: {
      entitlements,
      ...outcome,
      seconds: Number(outcome.seconds.toFixed(1)),
      ...(mutants.length > 0 && { mutants: mutants.length, escaped: escaped.length }),
    },
    failures: [...faults, ...escaped.map((name) => `the trial did not notice the mutant "${name}"`)],
  }
})
