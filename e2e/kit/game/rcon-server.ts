import { createServer, type Server, type Socket } from 'node:net'
import type { Random } from '../random.ts'

const LOG_IN = 3
const COMMAND = 2
export const RESPONSE = 0
const HEADER_BYTES = 12

/** Where the response goes, for a game that writes it by itself. Its `run` returns undefined. */
type Command = { id: number; socket: Socket }
type Run = (line: string, command: Command) => string | undefined | Promise<string | undefined>
type Settings = { port: number; password: string; run: Run }
type Packet = { length: number; id: number; type: number; text: string }

/** The Source RCON protocol as Minecraft servers speak it: one response for each packet, and errors are text. */
export function startRconServer(settings: Settings): Server {
  return createServer({ noDelay: true }, (socket) => serveConnection(socket, settings)).listen(
    settings.port,
    '127.0.0.1',
  )
}

function serveConnection(socket: Socket, { password, run }: Settings): void {
  let received: Buffer = Buffer.alloc(0)
  let isAuthenticated = false
  let previous = Promise.resolve()

  async function handle({ id, type, text }: Packet): Promise<void> {
    if (type === LOG_IN) {
      isAuthenticated = text === password
      socket.write(formatPacket(isAuthenticated ? id : -1, COMMAND, ''))
    } else if (!isAuthenticated) socket.destroy()
    else if (type === COMMAND) {
      const response = await run(text, { id, socket })
      if (response !== undefined) socket.write(formatPacket(id, RESPONSE, response))
    } else socket.write(formatPacket(id, RESPONSE, `Unknown request ${type.toString(16)}`))
  }

  socket.on('error', () => socket.destroy())
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
    for (let packet = readPacket(received); packet; packet = readPacket(received)) {
      const complete = packet
      received = received.subarray(packet.length)
      previous = previous.then(() => handle(complete))
    }
  })
}

/** Reads the first packet. Undefined if it is not complete yet. */
function readPacket(bytes: Buffer): Packet | undefined {
  if (bytes.length < 4) return undefined
  const length = 4 + bytes.readInt32LE(0)
  if (bytes.length < length) return undefined
  const text = bytes.toString('utf8', HEADER_BYTES, length - 2)
  return { length, id: bytes.readInt32LE(4), type: bytes.readInt32LE(8), text }
}

export function formatPacket(id: number, type: number, text: string): Buffer {
  const body = Buffer.from(text)
  const bytes = Buffer.alloc(HEADER_BYTES + body.length + 2)
  bytes.writeInt32LE(bytes.length - 4, 0)
  bytes.writeInt32LE(id, 4)
  bytes.writeInt32LE(type, 8)
  body.copy(bytes, HEADER_BYTES)
  return bytes
}

const PLAYERS = ['alex', 'steve', 'sam', 'kim', 'eve']

/** The response of Minecraft to `list`. Players join and leave all the time. */
export function listPlayers(random: Random): string {
  const online = PLAYERS.filter(() => random.chance(0.8))
  return `There are ${online.length} of a max of 20 players online: ${online.join(', ')}`
}
