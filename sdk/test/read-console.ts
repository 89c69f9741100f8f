import type { Game } from '../src/commands/fill-command.ts'

/** Returns the commands that a console reads in a line, each as a list of words. */
export type ReadConsole = (line: string) => string[][]

/**
 * Parsers written from the sources of the games, independently of the rules that they verify. Where a game reads bytes,
 * its parser gets one character per byte, so that the effect on non-ASCII letters is visible.
 */
export const READ_CONSOLE: Record<Game, ReadConsole> = {
  minecraft: splitAtSpaces,
  source: (line) => splitCommands(toBytes(line), { comments: ['//'] }).map(sourceWords),
  rust: (line) => [rustWords(line)],
  teeworlds: (line) => teeworldsCommands(toBytes(line)),
  quake3: (line) =>
    splitCommands(toBytes(line).replaceAll(/[%\x80-\xff]/g, '.'), { comments: ['//', '/*'] }).map(quakeWords),
  openttd: (line) => (line.startsWith('#') ? [] : [openttdWords(toBytes(line))]),
  luanti: splitAtSpaces,
  fivem: (line) => splitCommands(line, { comments: [], ends: /[\n\r]/ }).map(fivemWords),
  mta: (line) => [toBytes(line).slice(0, 255).split(' ').filter(Boolean)],
  plain: splitAtSpaces,
}

export function toBytes(text: string): string {
  return Buffer.from(text).toString('latin1')
}

function splitAtSpaces(line: string): string[][] {
  return line.split(/[\n\r]/).map((one) => toBytes(one).split(/\s+/).filter(Boolean))
}

/** The command buffer of Quake and its descendants: quotes protect a separator but not a line break. */
function splitCommands(line: string, { comments, ends = /\n/ }: { comments: string[]; ends?: RegExp }): string[] {
  const commands = ['']
  let inQuotes = false
  for (let i = 0; i < line.length; i++) {
    const char = line[i] ?? ''
    if (char === '"') inQuotes = !inQuotes
    const isEnd = ends.test(char)
    if (!isEnd && !inQuotes && comments.includes(line.slice(i, i + 2))) {
      while (i + 1 < line.length && !ends.test(line[i + 1] ?? '')) i++
    } else if (isEnd || (!inQuotes && char === ';')) {
      commands.push('')
      inQuotes = false
    } else {
      commands[commands.length - 1] += char
    }
  }
  return commands.filter((command) => command.trim() !== '')
}

/** The game reads bytes as signed numbers, so those above 127 are less than a space and end a word. */
function sourceWords(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"?|[{}()':]|(?:(?!["{}()':])[!-~])+/g)].map(([all, quoted]) => quoted ?? all)
}

function quakeWords(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"?|(?:(?!\/\/|\/\*|")[!-~])+/g)].map(([all, quoted]) => quoted ?? all)
}

function rustWords(line: string): string[] {
  const words = line.matchAll(/"((?:\\"|[^"])*)"|'[^']*'|\S+/g)
  return [...words].map(([all, quoted]) => toBytes((quoted ?? all).trimEnd().replaceAll('\\"', '"')))
}

function teeworldsCommands(line: string): string[][] {
  const commands: string[] = []
  for (const one of line.split(/[\n\r]/)) {
    let [from, inString, i] = [0, false, 0]
    for (; i < one.length; i++) {
      if (one[i] === '"') inString = !inString
      else if (one[i] === '\\' && one[i + 1] === '"') i++
      else if (!inString && one[i] === '#') break
      else if (!inString && one[i] === ';') {
        commands.push(one.slice(from, i))
        from = i + 1
      }
    }
    commands.push(one.slice(from, i))
  }
  return commands.map(teeworldsWords).filter(({ length }) => length > 0)
}

/** A quote counts only at the start of a word; an unclosed quote makes the command invalid. */
function teeworldsWords(command: string): string[] {
  const words = command.matchAll(/"((?:\\[\\"]|[^"])*)("?)|\S+/g)
  return [...words].map(([all, quoted, end]) => {
    if (quoted === undefined) return all
    return end === '"' ? quoted.replaceAll(/\\([\\"])/g, '$1') : '<error>'
  })
}

function openttdWords(line: string): string[] {
  const words: string[] = []
  let [inWord, isLong] = [false, false]
  const add = (text: string): void => {
    if (!inWord) words.push('')
    inWord = true
    words[words.length - 1] += text
  }
  for (let i = 0; i < line.length; i++) {
    const char = line[i] ?? ''
    if (char === ' ' && !isLong) inWord = false
    else if (char === '"') {
      isLong = !isLong
      add('')
    } else if (char === '\\' && line[i + 1] === '"') add(line[++i] ?? '')
    else add(char)
  }
  return words
}

function fivemWords(command: string): string[] {
  const words: string[] = []
  let rest = command.replace(/^[^!-\u{10ffff}]+/u, '')
  while (rest !== '') {
    if (words.length > 0 && /^(\/\/|#|\/\*)/.test(rest)) break
    if (/^[{[]/.test(rest)) return [...words, '<json>']
    const [all = '', quoted] = /^"((?:\\"|[^"])*)"?|^(?:(?!\/\/|\/\*|["#])[!-\u{10ffff}])+/u.exec(rest) ?? [rest]
    words.push(toBytes(quoted === undefined ? all : quoted.replaceAll('\\"', '"')))
    rest = rest.slice(all.length).replace(/^[^!-\u{10ffff}]+/u, '')
  }
  return words
}
