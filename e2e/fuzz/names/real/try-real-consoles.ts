import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fillCommand, UnsafeUserIdError } from '@quartermaster/sdk'
import { startProgress } from '../../../kit/progress.ts'
import { ConsoleError, type GameConsole } from '../../../../agent/src/dialects/dialect.ts'
import { withEnds } from '../../../games/with-ends.ts'
import type { Outcome } from '../../profile.ts'
import { SUBJECTS } from '../subjects.ts'
import { compareReader } from './compare-reader.ts'
import { REAL_CONSOLES, type RealConsole } from './real-consoles.ts'
import { worstNames } from './worst-names.ts'

const NAMES = 200
/** Lines that are only there to show that our reader of a console reads like the console. */
const LINES = 100

type Counts = { requests: number; accepted: number; refused: number; exact: number }

/** The worst names on the consoles of real game servers: the argument is read back from the game. */
export async function tryRealConsoles({ seed, runDir }: { seed: number; runDir: string }): Promise<Outcome> {
  const progress = startProgress('names on real consoles', NAMES * REAL_CONSOLES.length)
  const perDialect: Record<string, Counts> = {}
  const faults: string[] = []
  for (const real of REAL_CONSOLES) {
    const folder = join(runDir, real.name)
    await mkdir(folder)
    const names = namesFor(real, seed)
    perDialect[real.name] = await tryConsole(real, { folder, names, seed, onName: () => progress.add(1), faults })
  }
  progress.done()
  const sum = (of: keyof Counts) => Object.values(perDialect).reduce((all, counts) => all + counts[of], 0)
  const [requests, accepted, refused, exact] = [sum('requests'), sum('accepted'), sum('refused'), sum('exact')]
  return {
    figures: { requests, accepted, refused, exact, linesCompared: LINES * REAL_CONSOLES.length, perDialect },
    faults,
  }
}

function namesFor({ name }: RealConsole, seed: number): string[] {
  const subject = SUBJECTS.find((one) => one.name === name)
  if (!subject) throw new Error(`There is no dialect ${name}`)
  return worstNames(subject, { count: NAMES, seed })
}

type Trial = { folder: string; names: string[]; seed: number; onName: () => void; faults: string[] }

async function tryConsole(real: RealConsole, { folder, names, seed, onName, faults }: Trial): Promise<Counts> {
  return withEnds(async (ends) => {
    const running = await real.start(folder)
    ends.unshift(running.stop)
    const console = await real.open(running.console, ends)
    ends.unshift(console.close)
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
    if (counts.exact === 0) faults.push(`${real.name}: no name got through, so nothing was shown`)
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
