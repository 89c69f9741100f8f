import { OTHERS, type Reader } from './reader.ts'

const MAX_BYTES = 1_024

/** Teeworlds and DDNet: control characters become spaces. One pass finds the ends of commands, another one the words. */
export const readTeeworlds: Reader = (bytes) => {
  const lines = bytes.toString('latin1').split(/[\r\n]/)
  const commands = lines.filter(Boolean).flatMap((line) => readTeeworldsLine(cut(line)))
  // The agent sends an echo before and after the command. A name must not change them.
  const [first = [], last = []] = [commands.at(0), commands.at(-1)]
  const isFramed = commands.length > 2 && first.length === 2 && first[0] === 'echo' && last[1] === first[1]
  return isFramed ? commands.slice(1, -1) : [...commands, ['a frame is missing']]
}

export function readTeeworldsLine(line: string): string[][] {
  const commands: string[][] = []
  let rest: string | undefined = line
  while (rest) {
    const { end, next } = findEnd(rest)
    const words = readWords(rest.slice(0, end))
    if (words.length > 0) commands.push(words)
    rest = next === undefined ? undefined : rest.slice(next)
  }
  return commands
}

function cut(line: string): string {
  // oxlint-disable-next-line no-control-regex -- the game replaces control characters
  const text = line.split('\0', 1)[0]?.replaceAll(/[\u0001-\u001f]/g, ' ') ?? ''
  return text.slice(0, MAX_BYTES)
}

/** This pass knows `\"` but not `\\`. */
function findEnd(text: string): { end: number; next?: number } {
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i)
    if (c === '"') inString = !inString
    else if (c === '\\' && text.charAt(i + 1) === '"') i++
    else if (!inString && c === ';') return { end: i, next: i + 1 }
    else if (!inString && c === '#') return { end: i }
  }
  return { end: text.length }
}

/** This pass knows both. A word that does not begin with a quote ends at a space, even inside quotes. */
function readWords(text: string): string[] {
  const words: string[] = []
  let at = 0
  const skip = () => {
    while (at < text.length && ' \t'.includes(text.charAt(at))) at++
  }
  for (skip(); at < text.length; skip()) {
    let word = ''
    if (text.charAt(at) === '"' && words.length > 0) {
      for (at++; text.charAt(at) !== '"'; at++) {
        if (at >= text.length) return ['a string without an end']
        if (text.charAt(at) === '\\' && '\\"'.includes(text.charAt(at + 1) || ' ')) at++
        word += text.charAt(at)
      }
      at++
    } else for (; at < text.length && !' \t'.includes(text.charAt(at)); at++) word += text.charAt(at)
    words.push(words.length > 0 && /^(all|me)$/i.test(word) ? OTHERS : word)
  }
  return words
}
