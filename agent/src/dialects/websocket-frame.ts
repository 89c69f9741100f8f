import { randomBytes } from 'node:crypto'

export const FRAME = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 }

export type Frame = { type: number; isLast: boolean; payload: Buffer }

const MOST_FRAME_BYTES = 16 * 1_048_576

/** A whole message in one frame, masked as RFC 6455 wants it of clients. */
export function encodeFrame(type: number, payload: Buffer, mask = randomBytes(4)): Buffer {
  const size = sizeField(payload.length)
  const head = Buffer.concat([Buffer.from([0x80 | type]), size, mask])
  const masked = Buffer.from(payload)
  for (let i = 0; i < masked.length; i++) masked.writeUInt8(masked.readUInt8(i) ^ mask.readUInt8(i % 4), i)
  return Buffer.concat([head, masked])
}

function sizeField(length: number): Buffer {
  if (length < 126) return Buffer.from([0x80 | length])
  const field = Buffer.alloc(length < 65_536 ? 3 : 9)
  field.writeUInt8(0x80 | (length < 65_536 ? 126 : 127), 0)
  if (length < 65_536) field.writeUInt16BE(length, 1)
  else field.writeBigUInt64BE(BigInt(length), 1)
  return field
}

export function createFrameReader(): (bytes: Buffer) => Frame[] {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    const frames: Frame[] = []
    for (let found = takeFrame(rest); found; found = takeFrame(rest)) {
      frames.push(found.frame)
      rest = rest.subarray(found.length)
    }
    return frames
  }
}

function takeFrame(bytes: Buffer): { frame: Frame; length: number } | undefined {
  if (bytes.length < 2) return undefined
  const [first = 0, second = 0] = bytes
  if (first & 0x70 || second & 0x80) throw new Error('A frame that a server must not send')
  const short = second & 0x7f
  const start = short < 126 ? 2 : short === 126 ? 4 : 10
  if (bytes.length < start) return undefined
  const size = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  if (size > MOST_FRAME_BYTES) throw new Error(`A frame of ${size} bytes`)
  if (bytes.length < start + size) return undefined
  const frame = { type: first & 0x0f, isLast: (first & 0x80) !== 0, payload: bytes.subarray(start, start + size) }
  return { frame, length: start + size }
}
