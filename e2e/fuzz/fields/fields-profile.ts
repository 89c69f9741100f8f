import { fillCommand } from '@quartermaster/sdk'
import { startProgress } from '../../kit/progress.ts'
import { createRandom, type Random } from '../../kit/random.ts'
import type { Result } from '../../kit/run-harness.ts'
import { HOSTILE_NAMES, hostileName } from '../names/hostile-names.ts'
import type { Profile, Run } from '../profile.ts'
import { FIELD_SUBJECTS, type FieldSubject } from './consoles.ts'
import { createJudge, MUTANTS, type Sell, type Verdict } from './judge-values.ts'

const BATCH = 5_000
const MAX_FAULTS_PER_DIALECT = 3
/** With fewer exact or refused values, the run proves nothing. */
const MIN_SHARE = 0.01
const MUTANT_VALUES = 3_000
/** Ids of players, ordinary ones and ones that need quotes. */
const PLAYERS = ['42', 'Steve', 'alex-7', 'Big Steve', 'STEAM_0:1:23', '[U:1:46]', 'the "best"']
/** Values that name a placeholder, a field or a command, besides those that are hostile as names. */
const VALUES = [
  '{userId}',
  '{field.b}',
  '{field.a}',
  '{field.',
  'a {userId}',
  '}{',
  '@a[name={userId}]',
  '"},{"',
  '1]',
  'x, y',
  '{"a":1}',
]

export const fieldsProfile: Profile = { usual: 1_000_000, short: 10_000, run }

type Counts = Record<Verdict, number> & { values: number }

async function run({ requests, seed }: Run): Promise<Result> {
  // Most values are refused with an error, and nothing reads where it was thrown.
  Error.stackTraceLimit = 0
  const progress = startProgress('fields', requests * FIELD_SUBJECTS.length)
  const perDialect: Record<string, Counts> = {}
  const failures: string[] = []
  for (const subject of FIELD_SUBJECTS) {
    const { counts, faults } = tryValues(subject, { values: requests, seed, onBatch: progress.add })
    perDialect[subject.name] = counts
    failures.push(...faults)
    if (Math.min(counts.exact, counts.refused) < counts.values * MIN_SHARE)
      failures.push(`${subject.name}: too few values are exact or refused`)
    for (const [mutant, sell] of Object.entries(MUTANTS))
      if (tryValues(subject, { values: MUTANT_VALUES, seed, sell }).counts.broken === 0)
        failures.push(`${subject.name}: the mutant ${mutant} is not noticed`)
  }
  progress.done()
  const broken = Object.values(perDialect).reduce((sum, counts) => sum + counts.broken, 0)
  const mutants = Object.keys(MUTANTS).length * FIELD_SUBJECTS.length
  return { figures: { values: requests, dialects: FIELD_SUBJECTS.length, broken, mutants, perDialect }, failures }
}

type Trial = { values: number; seed: number; sell?: Sell; onBatch?: (values: number) => void }

/** A hostile value for one field, and a hostile or ordinary one for the other. */
function tryValues(
  subject: FieldSubject,
  { values, seed, sell, onBatch }: Trial,
): { counts: Counts; faults: string[] } {
  const random = createRandom(seed)
  const judge = createJudge(subject, sell)
  const players = PLAYERS.filter((userId) => isSafe(subject, userId))
  const counts: Counts = { values: 0, refused: 0, exact: 0, broken: 0 }
  const faults: string[] = []
  for (let i = 0; i < values; i++) {
    const template = subject.templates[i % subject.templates.length] ?? ''
    const hostile = hostileValue(random)
    const other = random.fraction() < 0.7 ? random.pick(ORDINARY_VALUES) : hostileValue(random)
    const given = random.fraction() < 0.5 ? { a: hostile, b: other } : { a: other, b: hostile }
    const userId = random.pick(players)
    const verdict = judge(template, given, userId)
    counts.values++
    counts[verdict]++
    if (verdict === 'broken' && counts.broken <= MAX_FAULTS_PER_DIALECT)
      faults.push(`${subject.name}: ${template} with ${JSON.stringify(given)} for ${userId} is read as something else`)
    if (counts.values % BATCH === 0) onBatch?.(BATCH)
  }
  return { counts, faults }
}

const ORDINARY_VALUES = ['red', '7', 'Alex', 'two words', 'Zoë', 'a-b']

function hostileValue(random: Random): string {
  const kind = random.fraction()
  if (kind < 0.05) return random.pick(VALUES)
  return kind < 0.1 ? random.pick(HOSTILE_NAMES) : hostileName(random)
}

function isSafe({ game }: FieldSubject, userId: string): boolean {
  try {
    return fillCommand('mark {userId}', { userId }, game) !== ''
  } catch {
    return false
  }
}
