import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillCommand, UnsafeUserIdError } from '@quartermaster/sdk'
import { ConsoleError, type GameConsole } from '../../../../agent/src/dialects/dialect.ts'
import { startProgress } from '../../../kit/progress.ts'
import { createRandom } from '../../../kit/random.ts'
import { type Defer, type Result, withCleanUp } from '../../../kit/run-harness.ts'
import { sumCounts } from '../../sum-counts.ts'
import { HOSTILE_NAMES, hostileName } from '../hostile-names.ts'
import { type Counts, createJudge, MUTANTS, NO_NAMES } from '../judge-name.ts'
import { SUBJECTS } from '../subjects.ts'
import { REAL_CONSOLES, type RealConsole } from './real-consoles.ts'

const NAMES = 200
const GENERATED = 20_000
/** Lines that compare our reader of a console with the console. */
const LINES = 100
/** Characters that consoles treat differently. */
const SPECIAL = ['"', '"', '\\', '\\', ';', '#', ' ', 'a', 'b', '/', '//', '/*', '*/', "'"]

type Trial = { seed: number; onName: () => void; faults: string[] }

/** Sends the worst names to the consoles of real game servers, and reads the argument back from the game. */
export async function tryRealConsoles(seed: number): Promise<Result> {
  const progress = startProgress('names on real consoles', NAMES * REAL_CONSOLES.length)
  const perDialect: Record<string, Counts> = {}
  const failures: string[] = []
  for (const real of REAL_CONSOLES) {
    const trial = { seed, onName: () => progress.add(1), faults: failures }
    perDialect[real.game] = await withCleanUp((defer) => tryConsole(real, trial, defer))
  }
  progress.done()
  const linesCompared = LINES * REAL_CONSOLES.length
  return { figures: { ...sumCounts(perDialect), linesCompared, perDialect }, failures }
}

async function tryConsole(real: RealConsole, { seed, onName, faults }: Trial, defer: Defer): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), `quartermaster-${real.game}-`))
  defer(() => rm(folder, { recursive: true, force: true }))
  const running = await real.start(folder)
  defer(running.stop)
  const console = await real.open(running.console, defer)
  defer(console.close)
  const counts = { ...NO_NAMES }
  for (const name of worstNames(real, seed)) {
    const back = await tryName(real, console, name)
    const verdict = back === 'refused' ? back : back.read === name ? 'exact' : 'accepted'
    counts.requests++
    counts[verdict]++
    if (verdict === 'accepted')
      faults.push(`${real.game}: ${JSON.stringify(name)} came back as ${JSON.stringify(back)}`)
    onName()
  }
  if (counts.exact === 0) faults.push(`${real.game}: no name was exact, so the run proves nothing`)
  for (const raw of harmlessTexts(real, seed)) {
    const found = await real.compare(raw, console)
    if (JSON.stringify(found.game) === JSON.stringify(found.reader)) continue
    faults.push(`${real.game}: our reader is wrong about ${JSON.stringify(raw)}: ${JSON.stringify(found)}`)
  }
  return counts
}

/**
 * Finds names that harm a careless SDK, and of these the ones with the most different signs. Half of them are names that
 * the SDK sends, and half are names that it refuses.
 */
function worstNames({ game }: RealConsole, seed: number): string[] {
  const subject = SUBJECTS.find(({ name }) => name === game)
  if (!subject) throw new Error(`There is no dialect ${game}`)
  const template = subject.templates[0] ?? ''
  const judge = createJudge(subject)
  const careless = Object.values(MUTANTS).map((fill) => createJudge(subject, fill))
  const random = createRandom(seed)
  const made = Array.from({ length: GENERATED }, () => hostileName(random))
  const harmful = [...new Set([...HOSTILE_NAMES, ...made])].filter((name) =>
    careless.some((judgeOf) => judgeOf(template, name) === 'accepted'),
  )
  const strangest = harmful.toSorted((a, b) => strangeness(b) - strangeness(a))
  return [true, false].flatMap((isRefused) =>
    strangest.filter((name) => (judge(template, name) === 'refused') === isRefused).slice(0, NAMES / 2),
  )
}

/** The number of different signs, relative to the length. */
function strangeness(name: string): number {
  return new Set(name.replaceAll(/[A-Za-z0-9]/g, '')).size / Math.sqrt(name.length + 1)
}

async function tryName(real: RealConsole, console: GameConsole, name: string) {
  try {
    const answer = await console.run(fillCommand(real.template, { userId: name }, real.game))
    return { read: await real.readBack(answer, console) }
  } catch (error) {
    if (error instanceof UnsafeUserIdError || (error instanceof ConsoleError && !error.mayHaveRun)) return 'refused'
    throw error
  }
}

/** Texts that the SDK would never send, and that do not end the game or select other players. */
function harmlessTexts({ notCompared }: RealConsole, seed: number): Set<string> {
  const random = createRandom(seed)
  const texts = new Set<string>()
  while (texts.size < LINES) {
    const special = Array.from({ length: random.integer(2, 10) }, () => random.pick(SPECIAL)).join('')
    const text = random.chance(0.7) ? special : hostileName(random)
    // The protocol replaces control characters.
    const isHarmful = /quit|all|me|\p{C}|[\u2028\u2029\u0085]/iu.test(text)
    if (!isHarmful && text.length <= 60 && text.trim() !== '' && !notCompared?.test(text)) texts.add(text)
  }
  return texts
}
