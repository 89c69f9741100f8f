import { startProgress } from '../../kit/progress.ts'
import { createRandom } from '../../kit/random.ts'
import type { LocalProfile, LocalRun, Outcome } from '../profile.ts'
import { HOSTILE_NAMES } from './corpus.ts'
import { hostileName } from './hostile-names.ts'
import { createJudge } from './judge-name.ts'
import { MUTANTS } from './mutants.ts'
import { type Subject, SUBJECTS } from './subjects.ts'

const BATCH = 5_000
const SHOWN = 3
/** Below that, a run has shown nothing: all were refused, or none was hostile. */
const LEAST_SHARE = 0.01

/** Tried as well, to see that they get through, but not counted as a hostile name. */
const ORDINARY = /^\w{1,16}$/

export type Counts = { requests: number; accepted: number; refused: number; exact: number }

export const namesProfile: LocalProfile = {
  sends: 'hostile player names for each console dialect, in every kind of command: one command leaves, or none',
  usual: 1_000_000,
  short: 20_000,
  runLocal,
}

async function runLocal({ requests, seed, runDir, mutant, real }: LocalRun): Promise<Outcome> {
  if (real) return (await import('./real/try-real-consoles.ts')).tryRealConsoles({ seed, runDir })
  const fill = mutant === undefined ? undefined : MUTANTS[mutant]
  if (mutant !== undefined && !fill) throw new Error(`There is no mutant ${mutant}: ${Object.keys(MUTANTS).join(', ')}`)
  const progress = startProgress('names', requests * SUBJECTS.length)
  const perDialect: Record<string, Counts> = {}
  const faults: string[] = []
  for (const subject of SUBJECTS) {
    const counts = tryNames(subject, { names: requests, seed, fill, onBatch: progress.add, faults })
    perDialect[subject.name] = counts
    const least = counts.requests * LEAST_SHARE
    if (counts.exact < least || counts.refused < least) faults.push(`${subject.name}: the names show nothing`)
  }
  progress.done()
  const sum = (of: keyof Counts) => Object.values(perDialect).reduce((all, counts) => all + counts[of], 0)
  return {
    figures: {
      names: requests,
      requests: sum('requests'),
      accepted: sum('accepted'),
      refused: sum('refused'),
      exact: sum('exact'),
      perDialect,
    },
    faults,
  }
}

type Trial = {
  names: number
  seed: number
  fill: Parameters<typeof createJudge>[1]
  onBatch?: (names: number) => void
  faults: string[]
}

/** The corpus in every command, then one name after the other in one command after the other. */
export function tryNames(subject: Subject, { names, seed, fill, onBatch, faults }: Trial): Counts {
  const random = createRandom(seed)
  const judge = createJudge(subject, fill)
  const counts: Counts = { requests: 0, accepted: 0, refused: 0, exact: 0 }
  const tryName = (name: string, template: string) => {
    const verdict = judge(template, name)
    counts.requests++
    counts[verdict]++
    if (verdict !== 'accepted' || counts.accepted > SHOWN) return
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
