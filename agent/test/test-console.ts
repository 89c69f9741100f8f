import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { ConsoleError, type GameConsole } from '../src/dialects/dialect.ts'

/** The reaction of the game to a command. */
type Behaviour = 'respond' | 'run-and-disconnect' | 'disconnect' | 'ignore'

export type TestConsole = {
  open: () => Promise<GameConsole>
  /** Every command that ran, in order. */
  ranCommands: string[]
  /** Undefined if this console cannot list the players. */
  online: string[] | undefined
  /** Decides for each command. By default the game responds. */
  behaviourFor: (command: string) => Behaviour
  responseTo: (command: string) => string
  closeConnections: () => void
  stop: () => Promise<void>
  start: () => Promise<void>
}

/** A real console over TCP with one command per line, and the client for it. */
export async function startTestConsole(): Promise<TestConsole> {
  const sockets = new Set<Socket>()
  const game: TestConsole = {
    ranCommands: [],
    online: undefined,
    behaviourFor: () => 'respond',
    responseTo: (command) => `ok ${command}`,
    open: () => openClient(port, game.online !== undefined),
    closeConnections: () => sockets.forEach((socket) => socket.destroy()),
    async stop() {
      game.closeConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    start: () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve)),
  }

  function handleCommand(command: string, socket: Socket): void {
    if (command === 'who') return void socket.write(`${(game.online ?? []).join(',')}\n`)
    const behaviour = game.behaviourFor(command)
    if (behaviour !== 'disconnect' && behaviour !== 'ignore') game.ranCommands.push(command)
    if (behaviour === 'respond') socket.write(`${game.responseTo(command)}\n`)
    else if (behaviour !== 'ignore') socket.destroy()
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    const lines = createInterface({ input: socket }).on('line', (line) => handleCommand(line, socket))
    // It repeats the errors of the socket.
    lines.on('error', () => undefined)
  })
  let port = 0
  await game.start()
  port = (server.address() as AddressInfo).port
  return game
}

const RESPONSE_TIMEOUT_MS = 300

async function openClient(port: number, canListPlayers: boolean): Promise<GameConsole> {
  const socket = connect({ port, host: '127.0.0.1' })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => undefined)
  const lines = createInterface({ input: socket })
  lines.on('error', () => undefined)
  let last: Promise<unknown> = Promise.resolve()

  async function request(line: string): Promise<string> {
    if (socket.destroyed) throw new ConsoleError('The connection is closed', { mayHaveRun: false })
    if (line.includes('\n')) throw new ConsoleError('The command has more than one line', { mayHaveRun: false })
    const cancelling = new AbortController()
    const cancel = () => cancelling.abort()
    const timer = setTimeout(cancel, RESPONSE_TIMEOUT_MS)
    socket.once('close', cancel)
    socket.write(`${line}\n`)
    try {
      const [response] = (await once(lines, 'line', { signal: cancelling.signal })) as [string]
      return response
    } catch {
      throw new ConsoleError('The console did not respond', { mayHaveRun: true })
    } finally {
      clearTimeout(timer)
      socket.off('close', cancel)
    }
  }

  function run(line: string): Promise<string> {
    const result = last.then(() => request(line))
    last = result.catch(() => undefined)
    return result
  }

  return {
    run,
    ...(canListPlayers && { online: async () => (await run('who')).split(',').filter(Boolean) }),
    closed,
    async close() {
      socket.destroy()
      await closed
    },
  }
}
