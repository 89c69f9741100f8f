import { createRandom } from '../../../kit/random.ts'
import { HOSTILE_NAMES } from '../hostile-parts.ts'
import { hostileName } from '../hostile-names.ts'
import { createJudge } from '../judge-name.ts'
import { MUTANTS } from '../mutants.ts'
import type { Subject } from '../subjects.ts'

const GENERATED = 20_000

/**
 * Finds names that harm a careless SDK, and of these the ones with the most different signs. Half of them are names that
 * the SDK sends, and half are names that it refuses.
 */
export function worstNames(subject: Subject, { count, seed }: { count: number; seed: number }): string[] {
  const template = subject.templates[0] ?? ''
  const judge = createJudge(subject)
  const careless = Object.values(MUTANTS).map((fill) => createJudge(subject, fill))
  const random = createRandom(seed)
  const made = Array.from({ length: GENERATED }, () => hostileName(random))
  const harmful = [...new Set([...HOSTILE_NAMES, ...made])].filter((name) =>
    careless.some((judgeOf) => judgeOf(template, name) === 'accepted'),
  )
  const strangest = harmful.toSorted((a, b) => strangeness(b) - strangeness(a))
  const [through, refused] = [true, false].map((isThrough) =>
    strangest.filter((name) => (judge(template, name) !== 'refused') === isThrough).slice(0, count / 2),
  )
  return [...(through ?? []), ...(refused ?? [])]
}

/** The number of different signs, relative to the length. */
function strangeness(name: string): number {
  return new Set(name.replaceAll(/[A-Za-z0-9]/g, '')).size / Math.sqrt(name.length + 1)
}
