import { createServer, type Socket } from 'node:net'

/** What becomes of the next commands. */
type Mood = 'answer' | 'cut-before-it-ran' | 'cut-after-it-ran' | 'silent'

export type TestGame = {
  port: number
  password: string
  mood: Mood
  /** What it ran, in order. */
  ran: string[]
  /** Ends every connection. */
  cutAll: () => void
  stop: () => Promise<void>
}

export const PASSWORD = 'sw0rdfish'
export const LONG_ANSWER = Array.from({ length: 900 }, (_, i) => `line ${i} of a long answer`).join('\n')

/** What the game says: the same in every protocol. */
export function answerTo(command: string): string {
  if (command === 'long') return LONG_ANSWER
  if (command === 'nothing') return ''
  return `did ${command}`
}

/** Lets the mood decide. `reply` and `cut` are of the protocol. */
export function play(game: TestGame, command: string, { reply, cut }: { reply: () => void; cut: () => void }): void {
  if (game.mood === 'cut-before-it-ran') return cut()
  game.ran.push(command)
  if (game.mood === 'cut-after-it-ran') return cut()
  if (game.mood === 'answer') reply()
}

/** A game whose console is reached over TCP. `serve` is called for each connection and returns what reads its bytes. */
export async function startTcpGame(
  serve: (socket: Socket, game: TestGame) => (bytes: Buffer) => void,
): Promise<TestGame> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.on('data', serve(socket, game))
  })
  const cutAll = () => sockets.forEach((socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const game: TestGame = {
    port: typeof address === 'object' && address ? address.port : 0,
    password: PASSWORD,
    mood: 'answer',
    ran: [],
    cutAll,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      cutAll()
      await closed
    },
  }
  return game
}
