/** Reads bytes as a console does. Returns the commands that it would run, each as a list of words. */
export type Reader = (bytes: Buffer) => string[][]

/** Replaces a word that selects other players than the one with this name. */
export const OTHERS = '\u0000others'

/** The bytes of a text as a string of the same length, for consoles that read bytes. */
export function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1')
}

/** The bytes before the first NUL, which ends a text in C. */
export function untilNul(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0)
  return end === -1 ? bytes : bytes.subarray(0, end)
}

/** Splits a line at each `;` outside quotes. A quote without an end reaches to the end of the line. */
export function splitCommands(line: string): string[] {
  return line.match(/("[^"]*"?|[^;"])+/g) ?? []
}
