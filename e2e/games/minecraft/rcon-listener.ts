import { createServer, type Server, type Socket } from 'node:net'

const LOG_IN = 3
const COMMAND = 2
const ANSWER = 0
const HEADER_BYTES = 12
const NOT_YOU = -1

/** The Source RCON protocol as Minecraft servers speak it: one answer for each packet, errors as text. */
export function listenForRcon(
  { port, password }: { port: number; password: string },
  run: (line: string) => Promise<string>,
): Server {
  return createServer((socket) => serve(socket, { password, run })).listen(port, '127.0.0.1')
}

function serve(socket: Socket, { password, run }: { password: string; run: (line: string) => Promise<string> }): void {
  let rest: Buffer = Buffer.alloc(0)
  let isKnown = false
  let turn = Promise.resolve()

  async function handle({ id, type, text }: Packet): Promise<void> {
    if (type === LOG_IN) {
      isKnown = text === password
      socket.write(packet(isKnown ? id : NOT_YOU, COMMAND, ''))
    } else if (!isKnown) socket.destroy()
    else if (type === COMMAND) socket.write(packet(id, ANSWER, await run(text)))
    else socket.write(packet(id, ANSWER, `Unknown request ${type.toString(16)}`))
  }

  socket.on('error', () => socket.destroy())
  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes])
    for (;;) {
      const found = firstPacket(rest)
      if (found === undefined) return
      rest = rest.subarray(found.length)
      turn = turn.then(() => handle(found))
    }
  })
}

type Packet = { length: number; id: number; type: number; text: string }

function firstPacket(bytes: Buffer): Packet | undefined {
  if (bytes.length < 4) return undefined
  const length = 4 + bytes.readInt32LE(0)
  if (bytes.length < length) return undefined
  const text = bytes.toString('utf8', HEADER_BYTES, length - 2)
  return { length, id: bytes.readInt32LE(4), type: bytes.readInt32LE(8), text }
}

function packet(id: number, type: number, text: string): Buffer {
  const body = Buffer.from(text)
  const bytes = Buffer.alloc(HEADER_BYTES + body.length + 2)
  bytes.writeInt32LE(bytes.length - 4, 0)
  bytes.writeInt32LE(id, 4)
  bytes.writeInt32LE(type, 8)
  body.copy(bytes, HEADER_BYTES)
  return bytes
}
