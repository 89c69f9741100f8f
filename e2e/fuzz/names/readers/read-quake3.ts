import { OTHERS, type Reader, splitCommands } from './reader.ts'

const MAX_BYTES = 1_023
/** Comments have no groups. The star that begins a comment can also end it. */
const TOKEN = /\/\/.*|\/(?=\*).*?(\*\/|$)|"(?<quoted>[^"]*)"?|(?<bare>((?!\/[/*]|")[!-\uffff])+)/gs

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
  return line
    .split('\r')
    .flatMap(splitCommands)
    .map((command) => tokenize(command).map(meaning))
    .filter((words) => words.length > 0)
}

function tokenize(command: string): string[] {
  return [...command.matchAll(TOKEN)].flatMap(({ groups }) => groups?.['quoted'] ?? groups?.['bare'] ?? [])
}

/** Words for all players, and in some engines the value of a variable. */
function meaning(word: string, index: number): string {
  return index > 0 && (/^(all|allbots)$/i.test(word) || word.includes('$')) ? OTHERS : word
}
