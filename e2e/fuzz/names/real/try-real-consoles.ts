import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillCommand, UnsafeUserIdError } from '@quartermaster/sdk'
import { ConsoleError, type GameConsole } from '../../../../agent/src/dialects/dialect.ts'
import { startProgress } from '../../../kit/progress.ts'
import { type Defer, type Result, withCleanUp } from '../../../kit/run-harness.ts'
import { type Counts, sumCounts } from '../counts.ts'
import { SUBJECTS } from '../subjects.ts'
import { compareReader } from './compare-reader.ts'
import { REAL_CONSOLES, type RealConsole } from './real-consoles.ts'
import { worstNames } from './worst-names.ts'

const NAMES = 200
/** Lines that compare our reader of a console with the console. */
const LINES = 100

/** Sends the worst names to the consoles of real game servers, and reads the argument back from the game. */
export async function tryRealConsoles({ seed, defer }: { seed: number; defer: Defer }): Promise<Result> {
  const progress = startProgress('names on real consoles', NAMES * REAL_CONSOLES.length)
  const perDialect: Record<string, Counts> = {}
  const failures: string[] = []
  for (const real of REAL_CONSOLES) {
    const folder = await mkdtemp(join(tmpdir(), `quartermaster-${real.name}-`))
    defer(() => rm(folder, { recursive: true, force: true }))
    const names = namesFor(real, seed)
    const onName = () => progress.add(1)
    perDialect[real.name] = await tryConsole(real, { folder, names, seed, onName, faults: failures })
  }
  progress.done()
  const linesCompared = LINES * REAL_CONSOLES.length
  return { figures: { ...sumCounts(perDialect), linesCompared, perDialect }, failures }
}

function namesFor({ name }: RealConsole, seed: number): string[] {
  const subject = SUBJECTS.find((one) => one.name === name)
  if (!subject) throw new Error(`There is no dialect ${name}`)
  return worstNames(subject, { count: NAMES, seed })
}

type Trial = { folder: string; names: string[]; seed: number; onName: () => void; faults: string[] }

async function tryConsole(real: RealConsole, { folder, names, seed, onName, faults }: Trial): Promise<Counts> {
  return withCleanUp(async (defer) => {
    const running = await real.start(folder)
    defer(running.stop)
    const console = await real.open(running.console, defer)
    defer(console.close)
    const counts = { requests: names.length, accepted: 0, refused: 0, exact: 0 }
    for (const name of names) {
      const back = await tryName(real, console, name)
      if (back === 'refused') counts.refused++
      else if (back.read === name) counts.exact++
      else {
        counts.accepted++
        faults.push(`${real.name}: ${JSON.stringify(name)} came back as ${JSON.stringify(back.read)}`)
      }
      onName()
    }
    faults.push(...(await compareReader(real.name, console, { count: LINES, seed })))
    if (counts.exact === 0) faults.push(`${real.name}: no name was exact, so the run proves nothing`)
    return counts
  })
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
