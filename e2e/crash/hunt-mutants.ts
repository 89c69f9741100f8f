import type { Cluster } from '@quartermaster/local-postgres/cluster'
import type { Finding } from './finding.ts'
import type { Mutant } from './mutant.ts'
import { mutate } from './mutate.ts'
import type { Random } from '../kit/random.ts'
import type { Outcome, Size, Trial } from './trial.ts'

/** Long enough to tell what is slow from what is gone. */
const DATABASE_TIMEOUT_MS = 6_000

export type Caught = { name: string; attempts: number; by: Finding[] }

type Hunt = {
  projectRoot: string
  clusters: Cluster[]
  cacheDir: string
  /** How hard each attempt is; the first that notices ends the hunt. */
  attempts: Size[]
  run: (trial: Trial) => Promise<Outcome>
  random: Random
  /** Checks that the sound product fails too: they prove nothing of a mutant. */
  discounted: Set<string>
  onMutant: (caught: Caught) => void
}

/** Lets the same harness loose on every broken variant. What comes back with an empty list has escaped. */
export async function huntMutants(mutants: Mutant[], hunt: Hunt): Promise<Caught[]> {
  const results: Caught[] = []
  const queue = mutants.values()
  const lane = async (cluster: Cluster) => {
    for (const mutant of queue) {
      const caught = await huntOne(mutant, cluster, hunt)
      results.push(caught)
      hunt.onMutant(caught)
    }
  }
  await Promise.all(hunt.clusters.map(lane))
  return results
}

async function huntOne(mutant: Mutant, cluster: Cluster, hunt: Hunt): Promise<Caught> {
  const { name } = mutant
  const copy = await mutate(hunt.projectRoot, mutant)
  try {
    for (const [i, wanted] of hunt.attempts.entries()) {
      const { findings } = await hunt.run({
        root: copy.root,
        cluster,
        cacheDir: hunt.cacheDir,
        wanted,
        random: hunt.random.fork(),
        patienceMs: DATABASE_TIMEOUT_MS,
        onBlow: () => undefined,
      })
      const by = findings.filter(({ check, weak }) => !weak && !hunt.discounted.has(check))
      if (by.length > 0) return { name, attempts: i + 1, by }
    }
    return { name, attempts: hunt.attempts.length, by: [] }
  } finally {
    await copy.remove()
  }
}
