import { crc32 } from 'node:zlib'

type Step = { effect: number; tabs: number }

/**
 * Appends 32 spaces and tabs to the JSON so that it has the wanted CRC-32. The checksum is linear: each tab flips the same
 * bits, whatever the other characters are, and the 32 positions together can produce every checksum.
 */
export function withChecksum(json: string, wanted: number): string {
  const write = (tabs: number) => json + Array.from({ length: 32 }, (_, i) => ((tabs >>> i) & 1 ? '\t' : ' ')).join('')
  const spacesOnly = crc32(write(0))
  const basis: Step[] = []
  /** Gaussian elimination: removes the highest bit of every step in the basis. */
  const reduce = (step: Step) =>
    basis.reduce((left, known) => (hasTopBitOf(known, left) ? both(left, known) : left), step)
  for (let i = 0; i < 32; i++) basis.push(reduce({ effect: crc32(write(1 << i)) ^ spacesOnly, tabs: 1 << i }))
  return write(reduce({ effect: wanted ^ spacesOnly, tabs: 0 }).tabs)
}

function hasTopBitOf(known: Step, step: Step): boolean {
  return ((step.effect >>> (31 - Math.clz32(known.effect))) & 1) === 1
}

function both(a: Step, b: Step): Step {
  return { effect: a.effect ^ b.effect, tabs: a.tabs ^ b.tabs }
}
