import { OTHERS, type Reader, untilNul } from './reader.ts'

/** One read of the socket is one packet. */
const READ_AT_ONCE = 1_460

/**
 * Minecraft's RCON and its two ways to read a line: the commands of the game know strings in quotes, those of plugins
 * split at every blank. Where the two do not agree on the words, the line is read as two commands.
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

function readAsGame(line: string): string[] {
  const words: string[] = []
  for (let at = 0; at < line.length; at++) {
    const quote = line.charAt(at)
    let word = ''
    if (quote === '"' || quote === "'") {
      for (at++; at < line.length && line.charAt(at) !== quote; at++) {
        if (line.charAt(at) === '\\') at++
        word += line.charAt(at)
      }
      at++
    }
    for (; at < line.length && line.charAt(at) !== ' '; at++) word += line.charAt(at)
    words.push(meaning(word))
  }
  return words
}

/** A plugin sees the quotes; those around a whole word are taken for the owner's wish and left out. */
function readAsPlugin(line: string): string[] {
  return line.split(' ').map((word) => meaning(word.replace(/^"([^"]*)"$/, '$1')))
}

/** Selectors, everybody, and places relative to somebody. */
function meaning(word: string): string {
  return /^([@~^]|\*+$)/.test(word) ? OTHERS : word
}
