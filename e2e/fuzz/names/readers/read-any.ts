import { readMinecraftLine } from './read-minecraft.ts'
import { readOpenttdLine } from './read-openttd.ts'
import { readQuake3Line } from './read-quake3.ts'
import { readRustLine } from './read-rust.ts'
import { readTeeworldsLine } from './read-teeworlds.ts'
import type { Reader } from './reader.ts'

const READERS = [readMinecraftLine, readOpenttdLine, readQuake3Line, readRustLine, readTeeworldsLine]

/** An unknown console. All known consoles have to read the same. */
export const readAny: Reader = (bytes) => {
  const lines = bytes
    .toString()
    .split(/[\r\n\0\v\f\u0085\u2028\u2029]/)
    .filter(Boolean)
  return lines.flatMap((line) => {
    const readings = READERS.map((read) => read(line))
    return [...new Set(readings.map((reading) => JSON.stringify(reading)))].flatMap(
      (reading) => JSON.parse(reading) as string[][],
    )
  })
}

/** An unknown console behind Source RCON. */
export const readAnyBehindRcon: Reader = (bytes) => readAny(bytes.subarray(12, bytes.readInt32LE(0) + 2))
