import { OTHERS, type Reader, splitCommands, untilNul } from './reader.ts'

const MAX_BYTES = 511
/** A text in quotes, one of the characters that are words by themselves, or a run of all others. */
const WORD = /"([^"]*)"?|[\{\}\(\)':\x7f-\xff]|[[!-~]--["\{\}\(\)':]]+/gv

/** A Source game: splits packets, then lines and `;`, then words like the tokenizer of the engine. */
export const readSource: Reader = (bytes) => {
  const commands: string[][] = []
  for (let at = 0; at + 14 <= bytes.length; at += bytes.readInt32LE(at) + 4) {
    const body = bytes.subarray(at + 12, at + 4 + bytes.readInt32LE(at) - 1)
    if (bytes.readInt32LE(at + 8) === 2) commands.push(...readSourceText(untilNul(body).toString('latin1')))
  }
  return commands
}

/** A `;` in quotes does not end a command, but a line break does. */
function readSourceText(text: string): string[][] {
  return text
    .split(/[\r\n]/)
    .flatMap((line) => splitCommands(removeComment(line)))
    .filter((command) => command.length <= MAX_BYTES)
    .map((command) => [...command.matchAll(WORD)].map(([word, quoted]) => quoted ?? word).map(meaning))
    .filter((words) => words.length > 0)
}

/** After `//` outside quotes, the rest of the line is a comment. */
function removeComment(line: string): string {
  return /^("[^"]*"?|(?!\/\/)[^"])*/.exec(line)?.[0] ?? ''
}

/** Words that admin plugins read as a group of players or as a number of a player. */
function meaning(word: string, index: number): string {
  return index > 0 && /^[@#*^!$%&]/.test(word) ? OTHERS : word
}
