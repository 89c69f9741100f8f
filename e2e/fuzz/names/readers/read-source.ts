import { OTHERS, type Reader, untilNul } from './reader.ts'

const MAX_BYTES = 511
const BREAKS = "{}()':"

/** A Source game: splits packets, then lines and `;`, then words like the tokenizer of the engine. */
export const readSource: Reader = (bytes) => {
  const commands: string[][] = []
  for (let at = 0; at + 14 <= bytes.length; at += bytes.readInt32LE(at) + 4) {
    const body = bytes.subarray(at + 12, at + 4 + bytes.readInt32LE(at) - 1)
    if (bytes.readInt32LE(at + 8) === 2) commands.push(...readSourceText(untilNul(body).toString('latin1')))
  }
  return commands
}

function readSourceText(text: string): string[][] {
  return splitSource(text)
    .filter((command) => command.length <= MAX_BYTES)
    .map((command) => tokenizeSource(command).map(meaning))
    .filter((words) => words.length > 0)
}

/** A `;` in quotes does not end a command, but a line break does. After `//` the rest of the line is a comment. */
function splitSource(text: string): string[] {
  const commands: string[] = []
  let [command, inQuotes, inComment] = ['', false, false]
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i)
    if (c === '"' && !inComment) inQuotes = !inQuotes
    if (!inQuotes && text.startsWith('//', i)) inComment = true
    if (c === '\n' || c === '\r' || (c === ';' && !inQuotes && !inComment)) {
      commands.push(command)
      ;[command, inQuotes, inComment] = ['', false, false]
    } else if (!inComment) command += c
  }
  return [...commands, command]
}

function tokenizeSource(command: string): string[] {
  const words: string[] = []
  const endsWord = (c: string) => c === '"' || c <= ' ' || c > '~' || BREAKS.includes(c)
  let at = 0
  while (at < command.length) {
    const c = command.charAt(at)
    if (c <= ' ') at++
    else if (c === '"') {
      const end = command.indexOf('"', at + 1)
      words.push(command.slice(at + 1, end === -1 ? undefined : end))
      at = end === -1 ? command.length : end + 1
    } else {
      const from = at++
      if (!endsWord(c)) while (at < command.length && !endsWord(command.charAt(at))) at++
      words.push(command.slice(from, at))
    }
  }
  return words
}

/** Words that admin plugins read as a group of players or as a number of a player. */
function meaning(word: string, index: number): string {
  return index > 0 && /^[@#*^!$%&]/.test(word) ? OTHERS : word
}
