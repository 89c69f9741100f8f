import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { handleCommand, responseTo, startTcpGame, type TestGame } from './test-game.ts'

const PLAYERS = [
  { SteamID: '76561198000000001', DisplayName: 'Steve' },
  { SteamID: '76561198000000002', DisplayName: '76561198000000003' },
]
const TEXT_FRAME = 1

/** Rust: JSON over WebSocket. It sends no response to a command that prints nothing, and also sends its log. */
export function startRustGame() {
  return startTcpGame((socket, game) => {
    let unread: Buffer = Buffer.alloc(0)
    let isOpen = false
    return (bytes) => {
      unread = Buffer.concat([unread, bytes])
      if (!isOpen) {
        const end = unread.indexOf('\r\n\r\n')
        if (end === -1) return
        isOpen = true
        acceptConnection(socket, unread.subarray(0, end).toString(), game)
        unread = unread.subarray(end + 4)
      }
      for (let frame = decodeMaskedFrame(unread); frame; frame = decodeMaskedFrame(unread)) {
        unread = unread.subarray(frame.length)
        if (frame.type === TEXT_FRAME) handleMessage(socket, frame.text, game)
      }
    }
  })
}

/** With a wrong password the game accepts the connection and then closes it. */
function acceptConnection(socket: Socket, head: string, game: TestGame): void {
  const key = /^sec-websocket-key: (.*)$/im.exec(head)?.[1] ?? ''
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  if (!head.startsWith(`GET /${game.password} `)) socket.end(Buffer.from([0x88, 2, 3, 232]))
}

function handleMessage(socket: Socket, message: string, game: TestGame): void {
  const { Identifier: id, Message: command } = JSON.parse(message) as { Identifier: number; Message: string }
  const send = (text: string, identifier = id) => {
    const frames = encodeFrames(JSON.stringify({ Message: text, Identifier: identifier, Type: 'Generic' }))
    for (const frame of frames) socket.write(frame)
  }
  if (command === 'serverinfo') {
    if (game.behaviour === 'respond') send('{"Hostname":"a server"}')
  } else if (command === 'playerlist') send(JSON.stringify(PLAYERS))
  else {
    const response = responseTo(command)
    const respond = () => {
      send('[CHAT] Steve: hello', -1)
      if (response) send(response)
    }
    handleCommand(game, command, { respond, disconnect: () => void socket.destroy() })
  }
}

/** A long text is sent in two fragments with a ping between them. */
function encodeFrames(text: string): Buffer[] {
  const payload = Buffer.from(text)
  if (payload.length < 126) return [Buffer.concat([Buffer.from([0x81, payload.length]), payload])]
  const half = Math.floor(payload.length / 2)
  const encodeFragment = (firstByte: number, bytes: Buffer) => {
    const head = Buffer.from([firstByte, 126, bytes.length >> 8, bytes.length & 255])
    return Buffer.concat([head, bytes])
  }
  const ping = Buffer.from([0x89, 0])
  return [encodeFragment(0x01, payload.subarray(0, half)), ping, encodeFragment(0x80, payload.subarray(half))]
}

function decodeMaskedFrame(bytes: Buffer): { type: number; text: string; length: number } | undefined {
  if (bytes.length < 6) return undefined
  const [first = 0, second = 0] = bytes
  if (!(second & 0x80)) throw new Error('The client did not mask its frame')
  const shortSize = second & 0x7f
  const start = (shortSize < 126 ? 2 : 4) + 4
  if (bytes.length < start) return undefined
  const size = shortSize < 126 ? shortSize : bytes.readUInt16BE(2)
  if (bytes.length < start + size) return undefined
  const mask = bytes.subarray(start - 4, start)
  const payload = bytes.subarray(start, start + size).map((byte, i) => byte ^ (mask[i % 4] ?? 0))
  return { type: first & 15, text: Buffer.from(payload).toString(), length: start + size }
}
