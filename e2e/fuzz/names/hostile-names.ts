import type { Random } from '../../kit/random.ts'
import { HOSTILE_NAMES, HOSTILE_PARTS } from './hostile-parts.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_'
const RANGES: [number, number][] = [
  [0x20, 0x7e],
  [0x00, 0x1f],
  [0x7f, 0xff],
  [0x100, 0x2fff],
  [0x3000, 0xd7ff],
  [0xd800, 0xdfff],
  [0xe000, 0xffff],
  [0x10000, 0x1ffff],
]

/** A hostile name: a known one, an altered one, one made of dangerous parts, or one of any characters. */
export function hostileName(random: Random): string {
  const kind = random.fraction()
  if (kind < 0.05) return random.pick(HOSTILE_NAMES)
  if (kind < 0.25) return alter(random.pick(HOSTILE_NAMES), random)
  if (kind < 0.55) return alter(ordinary(random), random)
  if (kind < 0.75) return join(random.integer(1, 6), () => random.pick(HOSTILE_PARTS))
  if (kind < 0.85) return join(random.integer(1, 12), () => anyCharacter(random))
  if (kind < 0.87) return ordinary(random).repeat(random.integer(8, 200))
  if (kind < 0.94) return join(random.integer(2, 3), () => ordinary(random), ' ')
  return ordinary(random)
}

function ordinary(random: Random): string {
  return join(random.integer(1, 12), () => LETTERS.charAt(random.integer(0, LETTERS.length - 1)))
}

function alter(name: string, random: Random): string {
  let altered = name
  for (let times = random.integer(1, 3); times > 0; times--) {
    const at = random.integer(0, altered.length)
    const drop = random.integer(0, 1)
    altered = altered.slice(0, at) + random.pick(HOSTILE_PARTS) + altered.slice(at + drop)
  }
  return altered
}

function anyCharacter(random: Random): string {
  const [from, to] = random.pick(RANGES)
  return String.fromCodePoint(random.integer(from, to))
}

function join(count: number, make: () => string, between = ''): string {
  return Array.from({ length: count }, make).join(between)
}
