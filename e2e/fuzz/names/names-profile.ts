import { startProgress } from '../../kit/progress.ts'
import { createRandom } from '../../kit/random.ts'
import type { Result } from '../../kit/run-harness.ts'
import type { Profile, Run } from '../profile.ts'
import { sumCounts } from '../sum-counts.ts'
import { HOSTILE_NAMES, hostileName } from './hostile-names.ts'
import { type Counts, createJudge, type Fill, MUTANTS, NO_NAMES } from './judge-name.ts'
import { type Subject, SUBJECTS } from './subjects.ts'

const BATCH = 5_000
const MAX_FAULTS_PER_DIALECT = 3
/** With fewer exact or refused names, the run proves nothing. */
const MIN_SHARE = 0.01
/** Every mutant accepts at least this many of its names. */
const MIN_NOTICED = 20
const MUTANT_NAMES = 500
/** Ordinary names are sent too, but not counted as hostile. */
const ORDINARY = /^\w{1,16}$/

export const namesProfile: Profile = { usual: 1_000_000, short: 20_000, run }

async function run({ requests, seed, real }: Run): Promise<Result> {
  if (real) return (await import('./real/try-real-consoles.ts')).tryRealConsoles(seed)
  const progress = startProgress('names', requests * SUBJECTS.length)
  const perDialect: Record<string, Counts> = {}
  const failures: string[] = []
  for (const subject of SUBJECTS) {
    const { counts, faults } = tryNames(subject, { names: requests, seed, onBatch: progress.add })
    perDialect[subject.name] = counts
    failures.push(...faults)
    const min = counts.requests * MIN_SHARE
    if (counts.exact < min || counts.refused < min) failures.push(`${subject.name}: too few names are exact or refused`)
    for (const [mutant, fill] of Object.entries(MUTANTS)) {
      const { accepted } = tryNames(subject, { names: MUTANT_NAMES, seed, fill }).counts
      if (accepted < MIN_NOTICED) failures.push(`${subject.name}: the mutant ${mutant} is not noticed`)
    }
  }
  progress.done()
  const mutants = Object.keys(MUTANTS).length * SUBJECTS.length
  return { figures: { names: requests, ...sumCounts(perDialect), perDialect, mutants }, failures }
}

type Trial = { names: number; seed: number; fill?: Fill; onBatch?: (names: number) => void }

/** Tries every known name in every command, then generated names in alternating commands. */
function tryNames(subject: Subject, { names, seed, fill, onBatch }: Trial): { counts: Counts; faults: string[] } {
  const random = createRandom(seed)
  const judge = createJudge(subject, fill)
  const counts = { ...NO_NAMES }
  const faults: string[] = []
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
  return { counts, faults }
}
