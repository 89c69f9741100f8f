import { OTHERS, type Reader } from './reader.ts'

/** Rust: a masked WebSocket frame, JSON in it, and a console that knows both kinds of quotes. */
export const readRust: Reader = (bytes) => {
  const text = unmask(bytes)
  const { Message: message } = JSON.parse(text) as { Message: string }
  return message
    .split(/[\r\n]/)
    .filter(Boolean)
    .flatMap(readRustLine)
}

/** `\"` is kept aside as `&qute;` while quotes are looked for, so whoever writes that writes a quote. */
export function readRustLine(line: string): string[][] {
  const words = [...line.replaceAll('\\"', '&qute;').matchAll(/"([^"]+)"|'([^']+)'|[^\s\u0085]+/g)]
    .map(([word]) => word.replaceAll(/^[ "]+|[ "]+$/g, '').replaceAll('&qute;', '"'))
    .map((word, index) => (index > 0 && /^[*@]/.test(word) ? OTHERS : word))
  const bare = line.replaceAll('&qute;', '').replaceAll(/"[^"]*"/g, '')
  return bare.includes(';') ? [words, words] : [words]
}

function unmask(frame: Buffer): string {
  const short = frame.readUInt8(1) & 127
  const start = short === 126 ? 4 : 2
  const length = short === 126 ? frame.readUInt16BE(2) : short
  const mask = frame.subarray(start, start + 4)
  const payload = Buffer.from(frame.subarray(start + 4, start + 4 + length))
  for (let i = 0; i < payload.length; i++) payload.writeUInt8(payload.readUInt8(i) ^ mask.readUInt8(i % 4), i)
  return payload.toString()
}
