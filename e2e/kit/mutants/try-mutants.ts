import { copyMutated } from './copy-mutated.ts'
import type { Mutant } from './mutant.ts'

const MAX_FAULTS_SHOWN = 8
const MAX_FAULT_CHARS = 400

/** `all`, `none`, `short` for the quick ones, or a part of a name. */
export function chooseMutants(mutants: Mutant[], which: string): Mutant[] {
  if (which === 'none') return []
  if (which === 'all') return mutants
  const chosen = mutants.filter(({ name, short }) => (which === 'short' ? short : name.includes(which)))
  if (chosen.length === 0) throw new Error(`No mutant has a name with "${which}"`)
  return chosen
}

type Settings<Place, Size> = {
  /** One mutant is tried at a time in each place. */
  places: Place[]
  /** The sizes of the attempts. The first attempt that notices the mutant is the last one. */
  attempts: Size[]
  /** Files of the harness that run with the copy of the product. */
  files?: string[]
  /** Returns the faults that were found in the copy. */
  run: (attempt: { root: string; place: Place; size: Size }) => Promise<string[]>
}

/** Runs the same trial on every mutant, and prints the result. Returns the names of those that were not noticed. */
export async function findUnnoticed<Place, Size>(
  mutants: Mutant[],
  { places, attempts, files = [], run }: Settings<Place, Size>,
): Promise<string[]> {
  const unnoticed: string[] = []
  async function tryMutant(mutant: Mutant, place: Place): Promise<void> {
    const copy = await copyMutated(mutant, files)
    try {
      for (const [i, size] of attempts.entries()) {
        const faults = await run({ root: copy.root, place, size })
        if (faults.length === 0) continue
        const shown = faults.slice(0, MAX_FAULTS_SHOWN).map((fault) => `\n    ${fault.slice(0, MAX_FAULT_CHARS)}`)
        return console.log(`✓ noticed in attempt ${i + 1}: ${mutant.name}${shown.join('')}`)
      }
      unnoticed.push(mutant.name)
      console.log(`✗ not noticed in ${attempts.length} attempts: ${mutant.name}`)
    } finally {
      await copy.remove()
    }
  }

  const queue = mutants.values()
  async function work(place: Place): Promise<void> {
    for (const mutant of queue) await tryMutant(mutant, place)
  }
  await Promise.all(places.map(work))
  return unnoticed
}
