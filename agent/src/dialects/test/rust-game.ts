import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { answerTo, play, startTcpGame, type TestGame } from './test-game.ts'

const PLAYERS = [
  { SteamID: '76561198000000001', DisplayName: 'Steve' },
  { SteamID: '76561198000000002', DisplayName: '76561198000000003' },
]

/** Rust: JSON over WebSocket. It says nothing about a command that has nothing to say, and sends its log as well. */
export function startRustGame() {
  return startTcpGame((socket, game) => {
    let rest: Buffer = Buffer.alloc(0)
    let isOpen = false
    return (bytes) => {
      rest = Buffer.concat([rest, bytes])
      if (!isOpen) {
        const end = rest.indexOf('\r\n\r\n')
        if (end === -1) return
        isOpen = welcome(socket, rest.subarray(0, end).toString(), game)
        rest = rest.subarray(end + 4)
      }
      for (let frame = takeMaskedFrame(rest); frame; frame = takeMaskedFrame(rest)) {
        rest = rest.subarray(frame.length)
        if (frame.type === 1) serve(socket, frame.text, game)
      }
    }
  })
}

/** With a wrong password it opens the connection all the same, and closes it. */
function welcome(socket: Socket, head: string, game: TestGame): boolean {
  const key = /^sec-websocket-key: (.*)$/im.exec(head)?.[1] ?? ''
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  if (!head.startsWith(`GET /${game.password} `)) socket.end(Buffer.from([0x88, 2, 3, 232]))
  return true
}

function serve(socket: Socket, message: string, game: TestGame): void {
  const { Identifier: id, Message: command } = JSON.parse(message) as { Identifier: number; Message: string }
  const say = (text: string, of = id) => {
    for (const frame of frames(JSON.stringify({ Message: text, Identifier: of, Type: 'Generic' }))) socket.write(frame)
  }
  if (command === 'serverinfo') {
    if (game.mood === 'answer') say('{"Hostname":"a server"}')
  } else if (command === 'playerlist') say(JSON.stringify(PLAYERS))
  else {
    const answer = answerTo(command)
    const reply = () => {
      say('[CHAT] Steve: hello', -1)
      if (answer) say(answer)
    }
    play(game, command, { reply, cut: () => void socket.destroy() })
  }
}

/** A long text comes in parts, with a ping between them. */
function frames(text: string): Buffer[] {
  const payload = Buffer.from(text)
  if (payload.length < 126) return [Buffer.concat([Buffer.from([0x81, payload.length]), payload])]
  const half = Math.floor(payload.length / 2)
  const part = (first: number, bytes: Buffer) => {
    const head = Buffer.from([first, 126, bytes.length >> 8, bytes.length & 255])
    return Buffer.concat([head, bytes])
  }
  return [part(0x01, payload.subarray(0, half)), Buffer.from([0x89, 0]), part(0x80, payload.subarray(half))]
}

function takeMaskedFrame(bytes: Buffer): { type: number; text: string; length: number } | undefined {
  if (bytes.length < 6) return undefined
  const [first = 0, second = 0] = bytes
  if (!(second & 0x80)) throw new Error('A client has to mask its frames')
  const short = second & 0x7f
  const start = (short < 126 ? 2 : 4) + 4
  if (bytes.length < start) return undefined
  const size = short < 126 ? short : bytes.readUInt16BE(2)
  if (bytes.length < start + size) return undefined
  const mask = bytes.subarray(start - 4, start)
  const payload = bytes.subarray(start, start + size).map((byte, i) => byte ^ (mask[i % 4] ?? 0))
  return { type: first & 15, text: Buffer.from(payload).toString(), length: start + size }
}
