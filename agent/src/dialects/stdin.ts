import { checkCommand } from './check-command.ts'
import { createConsole } from './create-console.ts'
import { ConsoleError, type Dialect } from './dialect.ts'
import { startGameProcess, type GameProcess } from './transports/game-process.ts'

export type StdinSettings = {
  /** The program of the game server. */
  program: string
  args?: string[]
  cwd?: string
  /** How long a command may take to be written, and the server to stop. */
  timeoutMs: number
  /** A response ends when the server has printed nothing for this long. */
  quietMs?: number
  /** A pattern of the line that the server prints when it accepts commands. Without it, it accepts them at once. */
  ready?: string
  /** How long the server may take to become ready. */
  readyMs?: number
  /** The command that stops the server. Without it, the server gets SIGTERM. */
  stop?: string
  /** The command that lists the players. The first group of each match of the pattern is a player id. */
  online?: { command: string; pattern: string }
  /** Receives every line that the server prints. By default they are written to standard error. */
  onLine?: (line: string) => void
}

const QUIET_MS = 250
const READY_MS = 300_000
const MAX_COMMAND_BYTES = 4_000

/** Starts the game server as a child process and writes commands to its standard input. Closing stops the server. */
export const openStdin: Dialect<StdinSettings>['open'] = async (settings, signal) => {
  signal.throwIfAborted()
  const { online, onLine = (line) => console.error(line) } = settings
  const game = await startGameProcess({ ...settings, onLine })
  const close = () => game.stop(settings)
  const onAbort = () => void close()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    if (settings.ready !== undefined) await waitUntilReady(game, settings.ready, settings.readyMs ?? READY_MS)
  } catch (error) {
    await close()
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
  return createConsole({
    run: (command) => runCommand(game, command, settings),
    online: online && (async (run) => readNames(await run(online.command), online.pattern)),
    closed: game.exited,
    close,
  })
}

export function encodeStdinCommand(command: string): Buffer {
  checkCommand(command, MAX_COMMAND_BYTES)
  return Buffer.from(`${command}\n`)
}

async function waitUntilReady(game: GameProcess, ready: string, readyMs: number): Promise<void> {
  const pattern = new RegExp(ready)
  const { endedBy } = await game.readLines({ maxMs: readyMs, isLast: (line) => pattern.test(line) })
  if (endedBy === 'last-line') return
  const problem = endedBy === 'exit' ? 'exited' : `printed no line that matches console.ready within ${readyMs} ms`
  throw new ConsoleError(`The game server was started, but it ${problem}`, { mayHaveRun: false })
}

async function runCommand(game: GameProcess, command: string, { quietMs = QUIET_MS, timeoutMs }: StdinSettings) {
  const bytes = encodeStdinCommand(command)
  if (game.hasExited()) {
    throw new ConsoleError('The command was not sent: the game server has exited', { mayHaveRun: false })
  }
  const response = game.readLines({ quietMs, maxMs: timeoutMs })
  const isWritten = game.write(bytes)
  const { endedBy, lines } = await response
  if (endedBy === 'exit') throw new ConsoleError('The game server exited during the command', { mayHaveRun: true })
  if (!isWritten()) throw new ConsoleError('The game server does not read its standard input', { mayHaveRun: true })
  return lines.join('\n')
}

function readNames(response: string, pattern: string): string[] {
  return [...response.matchAll(new RegExp(pattern, 'gm'))].flatMap((match) => match[1] ?? [])
}
