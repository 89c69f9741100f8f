import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { ConsoleError, type GameConsole } from '../src/dialects/dialect.ts'

/** What a game does with a command: answer, run it and cut the connection, cut without running it, or say nothing. */
type Manner = 'answer' | 'run-and-cut' | 'cut' | 'silent'

export type SmallConsole = {
  open: () => Promise<GameConsole>
  /** Every command that ran, in order. */
  ran: string[]
  /** Undefined: this console cannot tell. */
  online: string[] | undefined
  /** For each command; plain answers until it is set. */
  manner: (command: string) => Manner
  reply: (command: string) => string
  cutAll: () => void
  stop: () => Promise<void>
  start: () => Promise<void>
}

/** A real console of lines over TCP, with the dialect to speak to it. */
export async function startSmallConsole(): Promise<SmallConsole> {
  const sockets = new Set<Socket>()
  const game: SmallConsole = {
    ran: [],
    online: undefined,
    manner: () => 'answer',
    reply: (command) => `ok ${command}`,
    open: () => openLines(port, game.online !== undefined),
    cutAll: () => sockets.forEach((socket) => socket.destroy()),
    async stop() {
      game.cutAll()
      await new Promise((resolve) => server.close(resolve))
    },
    start: () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve)),
  }

  function hear(command: string, socket: Socket): void {
    if (command === 'who') return void socket.write(`${(game.online ?? []).join(',')}\n`)
    const manner = game.manner(command)
    if (manner !== 'cut' && manner !== 'silent') game.ran.push(command)
    if (manner === 'answer') socket.write(`${game.reply(command)}\n`)
    else if (manner !== 'silent') socket.destroy()
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    createInterface({ input: socket }).on('line', (line) => hear(line, socket))
  })
  let port = 0
  await game.start()
  port = (server.address() as AddressInfo).port
  return game
}

const PATIENCE_MS = 300

async function openLines(port: number, tells: boolean): Promise<GameConsole> {
  const socket = connect({ port, host: '127.0.0.1' })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => undefined)
  const lines = createInterface({ input: socket })
  let last: Promise<unknown> = Promise.resolve()

  async function ask(line: string): Promise<string> {
    if (socket.destroyed) throw new ConsoleError('The connection is closed', { mayHaveRun: false })
    if (line.includes('\n')) throw new ConsoleError('The command has more than one line', { mayHaveRun: false })
    const missed = new AbortController()
    const miss = () => missed.abort()
    const timer = setTimeout(miss, PATIENCE_MS)
    socket.once('close', miss)
    socket.write(`${line}\n`)
    try {
      const [answer] = (await once(lines, 'line', { signal: missed.signal })) as [string]
      return answer
    } catch {
      throw new ConsoleError('The console did not answer', { mayHaveRun: true })
    } finally {
      clearTimeout(timer)
      socket.off('close', miss)
    }
  }

  function run(line: string): Promise<string> {
    const turn = last.then(() => ask(line))
    last = turn.catch(() => undefined)
    return turn
  }

  return {
    run,
    ...(tells && { online: async () => (await run('who')).split(',').filter(Boolean) }),
    closed,
    async close() {
      socket.destroy()
      await closed
    },
  }
}
