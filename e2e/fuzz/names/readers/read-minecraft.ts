import { OTHERS, type Reader, untilNul } from './reader.ts'

/** The server takes one read of the socket for one packet. */
const READ_AT_ONCE = 1_460

/**
 * Minecraft over RCON. The game reads quoted strings as one word, and plugins split at every space. If the results
 * differ, the line counts as two commands.
 */
export const readMinecraft: Reader = (bytes) => {
  if (bytes.length > READ_AT_ONCE || bytes.readInt32LE(0) !== bytes.length - 4 || bytes.readInt32LE(8) !== 2) return []
  return untilNul(bytes.subarray(12, -1))
    .toString()
    .split(/[\r\n]/)
    .flatMap(readMinecraftLine)
}

export function readMinecraftLine(line: string): string[][] {
  const command = line.replace(/^\//, '')
  const [game, plugin] = [readAsGame(command), readAsPlugin(command)]
  return JSON.stringify(game) === JSON.stringify(plugin) ? [game] : [game, plugin]
}

/** A word can begin with a text in quotes, where a backslash escapes any character. One space ends it. */
const WORD = /(?!$)((["'])(?<quoted>(\\.?|(?!\2)[^\\])*)\2?)?(?<rest>[^ ]*) ?/gs

function readAsGame(line: string): string[] {
  return [...line.matchAll(WORD)].map(({ groups: { quoted = '', rest = '' } = {} }) =>
    meaning(quoted.replaceAll(/\\(.?)/gs, '$1') + rest),
  )
}

/** A plugin sees quotes as part of the word. Quotes around a whole word come from the owner and are removed. */
function readAsPlugin(line: string): string[] {
  return line.split(' ').map((word) => meaning(word.replace(/^"([^"]*)"$/, '$1')))
}

/** Selectors, wildcards and relative positions. */
function meaning(word: string): string {
  return /^([@~^]|\*+$)/.test(word) ? OTHERS : word
}
