import { OTHERS, type Reader } from './reader.ts'

/** Rust: a JSON message. The console accepts both kinds of quotation marks. */
export const readRust: Reader = (bytes) => {
  const { Message: message } = JSON.parse(bytes.toString()) as { Message: string }
  return message
    .split(/[\r\n]/)
    .filter(Boolean)
    .flatMap(readRustLine)
}

/** The console replaces `\"` by `&qute;` while it searches for quotes, so `&qute;` in a name becomes a quote. */
export function readRustLine(line: string): string[][] {
  const words = [...line.replaceAll('\\"', '&qute;').matchAll(/"([^"]+)"|'([^']+)'|[^\s\u0085]+/g)]
    .map(([word]) => word.replaceAll(/^[ "]+|[ "]+$/g, '').replaceAll('&qute;', '"'))
    .map((word, index) => (index > 0 && /^[*@]/.test(word) ? OTHERS : word))
  const bare = line.replaceAll('&qute;', '').replaceAll(/"[^"]*"/g, '')
  return bare.includes(';') ? [words, words] : [words]
}
