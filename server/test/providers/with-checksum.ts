import { crc32 } from 'node:zlib'

type Step = { effect: number; tabs: number }

/**
 * The JSON with blanks behind it that give it any CRC-32 one wants. Each of 32 blanks is a space or a tab; the checksum is
 * linear, so every tab changes it by the same bits whatever the others are, and 32 such changes make up all there are.
 */
export function withChecksum(json: string, wanted: number): string {
  const write = (tabs: number) => json + Array.from({ length: 32 }, (_, i) => ((tabs >>> i) & 1 ? '\t' : ' ')).join('')
  const spacesOnly = crc32(write(0))
  const basis: Step[] = []
  /** Takes away the highest bit of each step before it, which no later step brings back. */
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
