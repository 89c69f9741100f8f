import { checkCommand } from './check-command.ts'
import { createConsole } from './create-console.ts'
import { ConsoleError, type Dialect } from './dialect.ts'
import { startGameProcess, type GameProcess } from './game-process.ts'

export type StdinSettings = {
  /** The program that is the game server, and what it is started with. */
  program: string
  args?: string[]
  cwd?: string
  /** How long to wait until a command is taken, and until the server ends when it is told to. */
  timeoutMs: number
  /** An answer is over when nothing was printed for so long. */
  quietMs?: number
  /** A line like it says that the server takes commands. Without it: as soon as it runs. */
  ready?: string
  /** How long that may take. */
  readyMs?: number
  /** Typed to end the server in good order; without it, it gets SIGTERM. */
  stop?: string
  /** What to type to see who is online, and how names are found in the answer: the first group of every match. */
  online?: { command: string; pattern: string }
  /** Is given every line that the server prints; without it they go to standard error, beside what it prints there. */
  onLine?: (line: string) => void
}

const QUIET_MS = 250
const READY_MS = 300_000
const MOST_BYTES = 4_000

/** Starts the game server as a child and types into its console. The server ends with the console. */
export const openStdin: Dialect<StdinSettings>['open'] = async (settings, signal) => {
  signal.throwIfAborted()
  const { online, onLine = (line) => console.error(line) } = settings
  const game = await startGameProcess({ ...settings, onLine })
  const close = () => game.stop(settings)
  const onAbort = () => void close()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    if (settings.ready !== undefined) await untilReady(game, settings.ready, settings.readyMs ?? READY_MS)
  } catch (error) {
    await close()
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
  return createConsole({
    run: (command) => type(game, command, settings),
    online: online && (async (run) => readNames(await run(online.command), online.pattern)),
    closed: game.exited,
    close,
  })
}

export function encodeStdinCommand(command: string): Buffer {
  checkCommand(command, MOST_BYTES)
  return Buffer.from(`${command}\n`)
}

async function untilReady(game: GameProcess, ready: string, readyMs: number): Promise<void> {
  const pattern = new RegExp(ready)
  const line = await game.listen({ mostMs: readyMs, until: (text) => pattern.test(text) })
  if (line.ending === 'until') return
  const reason = line.ending === 'exit' ? 'it ended' : `it did not get ready within ${readyMs} ms`
  throw new ConsoleError(`The game server was started, but ${reason}`, { mayHaveRun: false })
}

async function type(game: GameProcess, command: string, { quietMs = QUIET_MS, timeoutMs }: StdinSettings) {
  const bytes = encodeStdinCommand(command)
  if (game.hasExited()) throw new ConsoleError('The command was not sent: the game ended', { mayHaveRun: false })
  const answer = game.listen({ quietMs, mostMs: timeoutMs })
  const taken = game.write(bytes)
  const { ending, lines } = await answer
  if (ending === 'exit') throw new ConsoleError('The game ended while it was to run the command', { mayHaveRun: true })
  if (!taken()) throw new ConsoleError('The game does not read its console', { mayHaveRun: true })
  return lines.join('\n')
}

function readNames(answer: string, pattern: string): string[] {
  return [...answer.matchAll(new RegExp(pattern, 'gm'))].flatMap((match) => match[1] ?? [])
}
