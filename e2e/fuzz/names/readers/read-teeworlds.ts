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

/** The pass that finds the ends of commands knows `\"` but not `\\`. After `#` the rest of the line is a comment. */
export function readTeeworldsLine(line: string): string[][] {
  const text = /^(\\"|"(\\"|[^"])*"?|[^#"])*/.exec(line)?.[0] ?? ''
  const commands = text.match(/(\\"|"(\\"|[^"])*"?|[^;"])+/g) ?? []
  return commands.map(readWords).filter((words) => words.length > 0)
}

function cut(line: string): string {
  // oxlint-disable-next-line no-control-regex -- the game replaces control characters
  const text = line.split('\0', 1)[0]?.replaceAll(/[\u0001-\u001f]/g, ' ') ?? ''
  return text.slice(0, MAX_BYTES)
}

/** This pass knows both. A word that does not begin with a quote ends at a space, even inside quotes. */
function readWords(command: string): string[] {
  const [, name = '', rest = ''] = /^[ \t]*([^ \t]*)(.*)$/s.exec(command) ?? []
  const found = [...rest.matchAll(/"(?<quoted>(\\[\\"]|[^"])*?)(?<end>"|$)|[^ \t]+/g)]
  if (found.some(({ groups }) => groups?.['end'] === '')) return ['a string without an end']
  const words = found.map(([word, quoted]) => quoted?.replaceAll(/\\([\\"])/g, '$1') ?? word)
  return name === '' ? [] : [name, ...words.map((word) => (/^(all|me)$/i.test(word) ? OTHERS : word))]
}
