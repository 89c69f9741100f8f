import { createPace, type Pace } from '../pace.ts'
import { ConsoleError } from './dialect.ts'

/**
 * A game that limits its callers drops what comes faster, without a word, and the command would be in doubt. So we wait
 * on this side, where it is certain that nothing was sent.
 */
export function createConsolePace(pace: Pace): (signal: AbortSignal) => Promise<void> {
  const inPace = createPace(pace)
  return async (signal) => {
    if (await inPace(signal)) return
    throw new ConsoleError('The command was not sent: the console was closed', { mayHaveRun: false })
  }
}
