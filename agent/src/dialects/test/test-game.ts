import { createServer, type Socket } from 'node:net'

/** The reaction of the game to the next commands. */
type Behaviour = 'respond' | 'disconnect-before-running' | 'disconnect-after-running' | 'run-without-response'

export type TestGame = {
  port: number
  password: string
  behaviour: Behaviour
  /** The commands that ran, in order. */
  ranCommands: string[]
  closeConnections: () => void
  stop: () => Promise<void>
}

export const PASSWORD = 'sw0rdfish'
export const LONG_RESPONSE = Array.from({ length: 900 }, (_, i) => `line ${i} of a long answer`).join('\n')

/** The text that the game prints for a command, in every protocol. */
export function responseTo(command: string): string {
  if (command === 'long') return LONG_RESPONSE
  if (command === 'nothing') return ''
  return `did ${command}`
}

/** Handles a command according to the behaviour of the game. `respond` and `disconnect` are protocol-specific. */
export function handleCommand(
  game: TestGame,
  command: string,
  { respond, disconnect }: { respond: () => void; disconnect: () => void },
): void {
  if (game.behaviour === 'disconnect-before-running') return disconnect()
  game.ranCommands.push(command)
  if (game.behaviour === 'disconnect-after-running') return disconnect()
  if (game.behaviour === 'respond') respond()
}

/** A game with a console over TCP. `serve` is called for each connection and returns the reader of its bytes. */
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
  const closeConnections = () => sockets.forEach((socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const game: TestGame = {
    port: typeof address === 'object' && address ? address.port : 0,
    password: PASSWORD,
    behaviour: 'respond',
    ranCommands: [],
    closeConnections,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      closeConnections()
      await closed
    },
  }
  return game
}
