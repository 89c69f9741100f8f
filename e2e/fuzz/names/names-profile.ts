import { startProgress } from '../../kit/progress.ts'
import { createRandom } from '../../kit/random.ts'
import type { Result } from '../../kit/run-harness.ts'
import type { Profile, Run } from '../profile.ts'
import { type Counts, sumCounts } from './counts.ts'
import { hostileName } from './hostile-names.ts'
import { HOSTILE_NAMES } from './hostile-parts.ts'
import { createJudge } from './judge-name.ts'
import { MUTANTS } from './mutants.ts'
import { type Subject, SUBJECTS } from './subjects.ts'

const BATCH = 5_000
const MAX_FAULTS_PER_DIALECT = 3
/** With fewer exact or refused names, the run proves nothing. */
const MIN_SHARE = 0.01
/** Ordinary names are sent too, but not counted as hostile. */
const ORDINARY = /^\w{1,16}$/

export const namesProfile: Profile = { usual: 1_000_000, short: 20_000, run }

async function run({ requests, seed, defer, mutant, real }: Run): Promise<Result> {
  if (real) return (await import('./real/try-real-consoles.ts')).tryRealConsoles({ seed, defer })
  const fill = mutant === undefined ? undefined : MUTANTS[mutant]
  if (mutant !== undefined && !fill) throw new Error(`There is no mutant ${mutant}: ${Object.keys(MUTANTS).join(', ')}`)
  const progress = startProgress('names', requests * SUBJECTS.length)
  const perDialect: Record<string, Counts> = {}
  const failures: string[] = []
  for (const subject of SUBJECTS) {
    const counts = tryNames(subject, { names: requests, seed, fill, onBatch: progress.add, faults: failures })
    perDialect[subject.name] = counts
    const min = counts.requests * MIN_SHARE
    if (counts.exact < min || counts.refused < min) failures.push(`${subject.name}: too few names are exact or refused`)
  }
  progress.done()
  return { figures: { names: requests, ...sumCounts(perDialect), perDialect }, failures }
}

type Trial = {
  names: number
  seed: number
  fill: Parameters<typeof createJudge>[1]
  onBatch?: (names: number) => void
  faults: string[]
}

/** Tries every known name in every command, then generated names in alternating commands. */
export function tryNames(subject: Subject, { names, seed, fill, onBatch, faults }: Trial): Counts {
  const random = createRandom(seed)
  const judge = createJudge(subject, fill)
  const counts: Counts = { requests: 0, accepted: 0, refused: 0, exact: 0 }
  const tryName = (name: string, template: string) => {
    const verdict = judge(template, name)
    counts.requests++
    counts[verdict]++
    if (verdict !== 'accepted' || counts.accepted > MAX_FAULTS_PER_DIALECT) return
    faults.push(`${subject.name}: ${template} with the name ${JSON.stringify(name)} is read as something else`)
  }
  for (const name of HOSTILE_NAMES) for (const template of subject.templates) tryName(name, template)
  for (let hostile = 0, i = 0; hostile < names; i++) {
    const name = hostileName(random)
    tryName(name, subject.templates[i % subject.templates.length] ?? '')
    if (ORDINARY.test(name)) continue
    hostile++
    if (hostile % BATCH === 0) onBatch?.(BATCH)
  }
  return counts
}
