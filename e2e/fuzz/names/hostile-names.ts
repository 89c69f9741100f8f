import { readFileSync } from 'node:fs'
import type { Random } from '../../kit/random.ts'

const listed = JSON.parse(readFileSync(new URL('hostile-names.json', import.meta.url), 'utf8')) as string[]

/** Whole names that are known to cause harm. Long ones are here, all others in the JSON file. */
export const HOSTILE_NAMES: readonly string[] = [
  ...listed,
  ...[16, 17, 128, 129, 600, 1_500].map((length) => 'a'.repeat(length)),
  'é'.repeat(128),
  '字'.repeat(128),
  `${'a'.repeat(490)};quit`,
  `${'a'.repeat(1_010)}\nquit`,
]

const SIGNS = '; " \' \\ \\" \\\\ \\\\" # // /* */ $ % & | ` ^ ~ @ * { } [ ] ( ) < > , . : = ? ! + - _ /'.split(' ')
const BREAKS = '\n\r\t\0\v\f\u001b\u007f\u0085\u00a0\u2028\u2029\u200b\u3000'.split('')
const WORDS = ['{userId}', '$&', '%s', '&qute;', 'all', ';quit', '\nquit', '" ;quit;"']
const SPACES = [' ', '  ', ' ;', '; ', '" "', '";"']
const LETTERS = [...'＂；＠’“﹔\u037e\ue000\ue2ff\ud800\udffféß字ё'.split(''), '\ud83d\ude00']

/** Parts that are dangerous at any place in a name. */
const HOSTILE_PARTS: readonly string[] = [...SIGNS, ...BREAKS, ...WORDS, ...SPACES, ...LETTERS]

const ORDINARY_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_'
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
  return join(random.integer(1, 12), () => ORDINARY_LETTERS.charAt(random.integer(0, ORDINARY_LETTERS.length - 1)))
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
