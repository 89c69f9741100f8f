import { createRandom } from '../../../kit/random.ts'
import { HOSTILE_NAMES } from '../corpus.ts'
import { hostileName } from '../hostile-names.ts'
import { createJudge } from '../judge-name.ts'
import { MUTANTS } from '../mutants.ts'
import type { Subject } from '../subjects.ts'

const SEARCHED = 20_000

/**
 * The worst are those that would do harm without care, and of these the strangest: half of them such that get through
 * all the same, because they are worth the most on a real console, half such that have to be refused.
 */
export function worstNames(subject: Subject, { count, seed }: { count: number; seed: number }): string[] {
  const template = subject.templates[0] ?? ''
  const judge = createJudge(subject)
  const careless = Object.values(MUTANTS).map((fill) => createJudge(subject, fill))
  const random = createRandom(seed)
  const made = Array.from({ length: SEARCHED }, () => hostileName(random))
  const harmful = [...new Set([...HOSTILE_NAMES, ...made])].filter((name) =>
    careless.some((judgeOf) => judgeOf(template, name) === 'accepted'),
  )
  const strangest = harmful.toSorted((a, b) => strangeness(b) - strangeness(a))
  const [through, refused] = [true, false].map((isThrough) =>
    strangest.filter((name) => (judge(template, name) !== 'refused') === isThrough).slice(0, count / 2),
  )
  return [...(through ?? []), ...(refused ?? [])]
}

/** Different signs in it, for its length. */
function strangeness(name: string): number {
  return new Set(name.replaceAll(/[A-Za-z0-9]/g, '')).size / Math.sqrt(name.length + 1)
}
