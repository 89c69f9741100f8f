import type { Game } from '@quartermaster/sdk'
import { asBytes } from './reader.ts'

/** The games whose mods run the commands themselves, as their consoles read a line. Written from the sources of the games. */
export const READ_MODS: Partial<Record<Game, (line: string) => string[][]>> = {
  luanti: (line) => line.split(/[\n\r]/).map((one) => asBytes(one).split(/\s+/).filter(Boolean)),
  fivem: (line) => fivemCommands(line).map(fivemWords),
  mta: (line) => [asBytes(line).slice(0, 255).split(' ').filter(Boolean)],
}

/** Quotes protect a separator but not a line break. */
function fivemCommands(line: string): string[] {
  const commands = ['']
  let inQuotes = false
  for (const char of line) {
    if (char === '"') inQuotes = !inQuotes
    const isEnd = char === '\n' || char === '\r'
    if (isEnd || (!inQuotes && char === ';')) {
      commands.push('')
      inQuotes = false
    } else commands[commands.length - 1] += char
  }
  return commands.filter((command) => command.trim() !== '')
}

function fivemWords(command: string): string[] {
  const words: string[] = []
  let rest = command.replace(/^[^!-\u{10ffff}]+/u, '')
  while (rest !== '') {
    if (words.length > 0 && /^(\/\/|#|\/\*)/.test(rest)) break
    if (/^[{[]/.test(rest)) return [...words, '<json>']
    const [all = '', quoted] = /^"((?:\\"|[^"])*)"?|^(?:(?!\/\/|\/\*|["#])[!-\u{10ffff}])+/u.exec(rest) ?? [rest]
    words.push(asBytes(quoted === undefined ? all : quoted.replaceAll('\\"', '"')))
    rest = rest.slice(all.length).replace(/^[^!-\u{10ffff}]+/u, '')
  }
  return words
}
