/** What a console would do with bytes that came over its wire: the commands it would run, each as its words. */
export type Reader = (bytes: Buffer) => string[][]

/** Stands for a word that means somebody else than a player of that name. No id is ever read like it. */
export const OTHERS = '\u0000others'

/** Bytes as a string of the same length, for consoles that are written in C and know no characters. */
export function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1')
}

/** Up to the first NUL, where C and most others end a text. */
export function untilNul(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0)
  return end === -1 ? bytes : bytes.subarray(0, end)
}
