import type { Socket } from 'node:net'
import { type AdminPacket, createAdminReader, encodeAdminPacket, readTexts } from '../openttd-packet.ts'
import { answerTo, play, startTcpGame, type TestGame } from './test-game.ts'

/** OpenTTD's admin port. */
export function startOpenttdGame() {
  return startTcpGame((socket, game) => {
    const read = createAdminReader()
    return (bytes) => read(bytes).forEach((packet) => serve(socket, packet, game))
  })
}

function serve(socket: Socket, { type, body }: AdminPacket, game: TestGame): void {
  const send = (...packet: Parameters<typeof encodeAdminPacket>) => socket.write(encodeAdminPacket(...packet))
  const [text = ''] = readTexts(body, 0)
  if (type === 0) {
    if (text !== game.password) return void send(102, Buffer.from([10]))
    send(103, Buffer.from([3, 0]))
    send(104, 'a server', '13.0', Buffer.from([1]))
  }
  if (type === 3) {
    send(109, number(1), '', 'the server itself')
    send(109, number(2), '127.0.0.1', 'Steve')
    send(109, number(3), '127.0.0.1', 'Alex Two')
  }
  if (type === 5) {
    const lines = answerTo(text).split('\n').filter(Boolean)
    const reply = () => {
      for (const line of lines) send(120, Buffer.from([0, 0]), line)
      send(125, text)
    }
    play(game, text, { reply, cut: () => void socket.destroy() })
  }
  if (type === 7) send(126, body)
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
