import type { Cluster } from '@quartermaster/local-postgres/cluster'
import { copyMutated } from '../kit/copy-mutated.ts'
import type { Mutant } from '../kit/mutant.ts'
import type { Random } from '../kit/random.ts'
import { CHECKOUT_SERVER } from './money/money-trial.ts'
import type { Finding, Outcome, Size, Trial } from './trial.ts'

/** Long enough to distinguish a slow delivery from a lost one. */
const TIMEOUT_MS = 6_000

export type TriedMutant = { name: string; attempts: number; noticedBy: Finding[] }

type Settings = {
  clusters: Cluster[]
  cacheDir: string
  /** The sizes of the attempts. The first attempt that notices the mutant is the last one. */
  attempts: Size[]
  run: (trial: Trial) => Promise<Outcome>
  random: Random
  /** Checks that the unchanged product fails too. They prove nothing about a mutant. */
  ignoredChecks: Set<string>
  onMutant: (tried: TriedMutant) => void
}

/** Runs the same trial on every mutant, one at a time on each cluster. */
export async function tryMutants(mutants: Mutant[], settings: Settings): Promise<TriedMutant[]> {
  const results: TriedMutant[] = []
  const queue = mutants.values()
  async function work(cluster: Cluster): Promise<void> {
    for (const mutant of queue) {
      const tried = await tryMutant(mutant, cluster, settings)
      results.push(tried)
      settings.onMutant(tried)
    }
  }
  await Promise.all(settings.clusters.map(work))
  return results
}

async function tryMutant(mutant: Mutant, cluster: Cluster, settings: Settings): Promise<TriedMutant> {
  const { name } = mutant
  const { cacheDir, attempts, run, random, ignoredChecks } = settings
  const copy = await copyMutated(mutant, [CHECKOUT_SERVER])
  try {
    for (const [i, size] of attempts.entries()) {
      const { findings } = await run({
        root: copy.root,
        cluster,
        cacheDir,
        size,
        random: random.fork(),
        timeoutMs: TIMEOUT_MS,
        onKill: () => undefined,
      })
      const noticedBy = findings.filter(({ check, isWeak }) => !isWeak && !ignoredChecks.has(check))
      if (noticedBy.length > 0) return { name, attempts: i + 1, noticedBy }
    }
    return { name, attempts: attempts.length, noticedBy: [] }
  } finally {
    await copy.remove()
  }
}
