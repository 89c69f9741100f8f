import { createHash, randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { type Channel, createChannel } from './channel.ts'
import { connect } from './connect.ts'
import { ConsoleError, type ConsoleSettings } from './dialect.ts'
import { logIn } from './log-in.ts'
import { createFrameReader, encodeFrame, type Frame, FRAME } from './websocket-frame.ts'

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const MOST_HEAD_BYTES = 16_384
const MOST_MESSAGE_BYTES = 64 * 1_048_576

/** The client side of RFC 6455: texts out, texts in. Node 20, which the agent promises to run on, has none. */
export async function openWebSocket(
  settings: ConsoleSettings,
  path: string,
  signal: AbortSignal,
): Promise<Channel<string>> {
  const socket = await connect(settings, signal)
  const key = randomBytes(16).toString('base64')
  const read = createMessageReader(socket, key)
  const channel = createChannel(socket, { read, timeoutMs: settings.timeoutMs })
  await logIn(channel, signal, async () => {
    await channel.ask<void>(Buffer.from(greeting(settings, path, key)), (_message, settle) => settle())
  })
  return channel
}

export function encodeText(text: string): Buffer {
  return encodeFrame(FRAME.text, Buffer.from(text))
}

function greeting({ host, port }: ConsoleSettings, path: string, key: string): string {
  return [
    `GET ${path} HTTP/1.1`,
    `Host: ${host.includes(':') ? `[${host}]` : host}:${port}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Key: ${key}`,
    'Sec-WebSocket-Version: 13',
    '\r\n',
  ].join('\r\n')
}

/** The first message is the head of the server's answer, all others are texts. */
function createMessageReader(socket: Socket, key: string): (bytes: Buffer) => string[] {
  const frames = createFrameReader()
  const joinFrames = createJoiner(socket)
  let head: Buffer | undefined = Buffer.alloc(0)
  return (bytes) => {
    if (!head) return frames(bytes).flatMap(joinFrames)
    head = Buffer.concat([head, bytes])
    const end = head.indexOf('\r\n\r\n')
    if (end === -1 && head.length > MOST_HEAD_BYTES) throw new Error('An answer without an end')
    if (end === -1) return []
    const text = head.subarray(0, end).toString()
    const rest = head.subarray(end + 4)
    head = undefined
    requireUpgrade(text, key)
    return [text, ...frames(rest).flatMap(joinFrames)]
  }
}

function requireUpgrade(head: string, key: string): void {
  const expected = createHash('sha1')
    .update(key + GUID)
    .digest('base64')
  const accepted = /^sec-websocket-accept:\s*(\S+)\s*$/im.exec(head)?.[1]
  if (/^HTTP\/1\.1 101\b/.test(head) && accepted === expected) return
  const status = head.split('\r\n', 1)[0]
  throw new ConsoleError(`It does not speak WebSocket here: ${status}`, { mayHaveRun: false })
}

function createJoiner(socket: Socket): (frame: Frame) => string[] {
  let parts: Buffer[] = []
  let size = 0
  return ({ type, isLast, payload }) => {
    if (type === FRAME.ping) socket.write(encodeFrame(FRAME.pong, payload))
    if (type === FRAME.close) socket.end(encodeFrame(FRAME.close, payload))
    if (type >= FRAME.close) return []
    parts.push(payload)
    size += payload.length
    if (size > MOST_MESSAGE_BYTES) throw new Error('A message without an end')
    if (!isLast) return []
    const message = Buffer.concat(parts).toString()
    parts = []
    size = 0
    return [message]
  }
}
