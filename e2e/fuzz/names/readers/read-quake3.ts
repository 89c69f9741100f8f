import { OTHERS, type Reader } from './reader.ts'

const MAX_BYTES = 1_023

/** Quake 3 and related games: one line per packet, `%` and high bytes as dots, and the command after the password. */
export const readQuake3: Reader = (bytes) => {
  const line =
    bytes
      .subarray(4)
      .toString('latin1')
      .split(/[\0\n]/, 1)[0] ?? ''
  const text = line.replaceAll(/[%\u0080-\u00ff]/g, '.').slice(0, MAX_BYTES)
  const command = /^rcon +[^ ]* *(.*)$/s.exec(text)?.[1]
  return command === undefined ? [] : readQuake3Line(command)
}

/** Quake 3 runs one command per packet. Some related games put it into a buffer, where `;` ends a command. */
export function readQuake3Line(line: string): string[][] {
  return split(line)
    .map((command) => tokenize(command).map(meaning))
    .filter((words) => words.length > 0)
}

function split(line: string): string[] {
  const commands = ['']
  let inQuotes = false
  for (const c of line) {
    if (c === '"') inQuotes = !inQuotes
    if (c === '\r' || (c === ';' && !inQuotes)) {
      commands.push('')
      inQuotes = false
    } else commands.push((commands.pop() ?? '') + c)
  }
  return commands
}

function tokenize(text: string): string[] {
  const words: string[] = []
  for (let at = 0; at < text.length;) {
    if (text.charAt(at) <= ' ') at++
    else if (text.startsWith('//', at)) break
    else if (text.startsWith('/*', at)) {
      // The star that begins a comment can also end it.
      const end = text.indexOf('*/', at + 1)
      at = end === -1 ? text.length : end + 2
    } else if (text.charAt(at) === '"') {
      const end = text.indexOf('"', at + 1)
      words.push(text.slice(at + 1, end === -1 ? undefined : end))
      at = end === -1 ? text.length : end + 1
    } else {
      const from = at
      while (at < text.length && text.charAt(at) > ' ' && text.charAt(at) !== '"') {
        if (text.startsWith('//', at) || text.startsWith('/*', at)) break
        at++
      }
      words.push(text.slice(from, at))
    }
  }
  return words
}

/** Words for all players, and in some engines the value of a variable. */
function meaning(word: string, index: number): string {
  return index > 0 && (/^(all|allbots)$/i.test(word) || word.includes('$')) ? OTHERS : word
}
