import type { Socket } from 'node:net'
import { type AdminPacket, createAdminReader, encodeAdminPacket, readTexts } from '../openttd-packet.ts'
import { handleCommand, responseTo, startTcpGame, type TestGame } from './test-game.ts'

/** OpenTTD's admin port. */
export function startOpenttdGame() {
  return startTcpGame((socket, game) => {
    const read = createAdminReader()
    return (bytes) => read(bytes).forEach((packet) => handlePacket(socket, packet, game))
  })
}

function handlePacket(socket: Socket, { type, body }: AdminPacket, game: TestGame): void {
  const send = (...packet: Parameters<typeof encodeAdminPacket>) => socket.write(encodeAdminPacket(...packet))
  const [text = ''] = readTexts(body, 0)
  if (type === 0) {
    if (text !== game.password) return void send(102, Buffer.from([10]))
    send(103, Buffer.from([3, 0]))
    send(104, 'a server', '13.0', Buffer.from([1]))
  }
  if (type === 3) {
    send(109, encodeUint32(1), '', 'the server itself')
    send(109, encodeUint32(2), '127.0.0.1', 'Steve')
    send(109, encodeUint32(3), '127.0.0.1', 'Alex Two')
  }
  if (type === 5) {
    const lines = responseTo(text).split('\n').filter(Boolean)
    const respond = () => {
      for (const line of lines) send(120, Buffer.from([0, 0]), line)
      send(125, text)
    }
    handleCommand(game, text, { respond, disconnect: () => void socket.destroy() })
  }
  if (type === 7) send(126, body)
}

function encodeUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
