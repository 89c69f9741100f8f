import type { Random } from '../kit/random.ts'

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'.split('')

/** An id without its prefix that no object has. */
export function randomId(random: Random): string {
  return `01h455${Array.from({ length: 20 }, () => random.pick(LETTERS)).join('')}`
}
