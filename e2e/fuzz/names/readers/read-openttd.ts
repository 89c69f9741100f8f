import { type Reader, untilNul } from './reader.ts'

const MAX_BYTES = 499
/** The game replaces its own text codes and control characters by question marks. */
// oxlint-disable-next-line no-control-regex -- the game replaces control characters
const REPLACED = /[\u0000-\u001f\u007f-\u009f\ue000-\ue2ff]/gu

/** OpenTTD's admin port: one command per packet. An alias reads the words a second time, in its own quotes. */
export const readOpenttd: Reader = (bytes) => {
  if (bytes.readUInt16LE(0) !== bytes.length || bytes.readUInt8(2) !== 5) return []
  const text = untilNul(bytes.subarray(3)).subarray(0, MAX_BYTES).toString()
  return readOpenttdLine(text.replaceAll(REPLACED, '?'))
}

export function readOpenttdLine(line: string): string[][] {
  if (line.startsWith('#')) return []
  const words = tokenize(line)
  const throughAlias = tokenize(words.map((word) => `"${word}"`).join(' '))
  return JSON.stringify(words) === JSON.stringify(throughAlias) ? [words] : [words, throughAlias]
}

/** A quote can begin and end anywhere in a word. */
function tokenize(line: string): string[] {
  const words = line.match(/(\\"|"(\\"|[^"])*"?|[^ "])+/g) ?? []
  return words.map((word) => word.replaceAll(/\\?"/g, (quote) => quote.slice(1)))
}
