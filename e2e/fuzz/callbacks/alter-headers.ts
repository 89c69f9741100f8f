import type { Random } from '../../kit/random.ts'
import type { Header } from '../message.ts'
import { type Alter, type Alterations, createAlterations } from './alteration.ts'
import { headerOf, SIGNED_HEADERS } from './callback-parts.ts'

/** A header that the signature needs. `wrong` is another value, such as that of another callback. */
type Given = { name: string; value: string; wrong: string; random: Random }

/** The headers instead of the given one. */
const CHANGES: Record<string, (given: Given) => Header[]> = {
  missing: () => [],
  empty: ({ name }) => [[name, '']],
  blank: ({ name }) => [[name, ' \t ']],
  'twice the same': ({ name, value }) => [value, value].map((text) => [name, text]),
  'twice, the wrong one last': ({ name, value, wrong }) => [value, wrong].map((text) => [name, text]),
  'twice, the wrong one first': ({ name, value, wrong }) => [wrong, value].map((text) => [name, text]),
  'three times': ({ name, value }) => [value, value, value].map((text) => [name, text]),
  'joined with itself': ({ name, value, random }) => [
    [name, value + random.pick([',', ', ', '; ', ' ', ' , ']) + value],
  ],
  'joined with a wrong one': ({ name, value, wrong, random }) => [
    [name, random.shuffle([value, wrong]).join(random.pick([',', ', ']))],
  ],
  'another value': ({ name, wrong }) => [[name, wrong]],
  'very long': ({ name, value, random }) => {
    const filler = random.pick(['a', '=', ',', '0']).repeat(random.pick([500, 4_000, 15_000, 15_900, 17_000]))
    return [[name, random.chance(0.5) ? value + filler : filler + value]]
  },
  quoted: ({ name, value }) => [[name, `"${value}"`]],
  'odd characters': ({ name, value, random }) => {
    const odd = random.pick(['\u00ff', '\u00a0', '%00', '\\0', '\u0080', '\u00c3\u00a9'])
    return [[name, random.chance(0.5) ? value + odd : odd + value]]
  },
  renamed: ({ name, value, random }) => [
    [random.pick([`x-${name}`, name.replaceAll('-', '_'), `${name}s`, `${name}-1`, 'authorization']), value],
  ],
}

/** Not valid HTTP. */
const BREAKS: typeof CHANGES = {
  broken: ({ name, value, random }) => {
    const odd = random.pick(['\0', '\r', '\n', '\r\n ', '\x07', '\x7f'])
    const at = random.integer(1, value.length - 1)
    return [[name, value.slice(0, at) + odd + value.slice(at)]]
  },
  'with a space before the colon': ({ name, value }) => [[`${name} `, value]],
}

/** Alters one of the headers that the signature needs: removes, repeats, joins or renames it. */
export const HEADERS: Alterations = {
  'all headers missing': ({ headers }) => ({ headers: headers.filter(([name]) => name === 'content-type') }),
  'in a trailer': (parts, { random }) => {
    const name = random.pick(SIGNED_HEADERS[parts.provider])
    const headers = parts.headers.map(([known, value]): Header => (known === name ? ['Trailer', name] : [known, value]))
    return { headers, chunked: true, trailer: [name, headerOf(parts, name)] }
  },
  ...createAlterations(CHANGES, replaceHeader),
  ...createAlterations(BREAKS, (change, ...of) => ({ ...replaceHeader(change, ...of), isBroken: true })),
}

function replaceHeader(
  change: (given: Given) => Header[],
  ...[parts, { random, genuine }]: Parameters<Alter>
): ReturnType<Alter> {
  const name = random.pick(SIGNED_HEADERS[parts.provider])
  const value = headerOf(parts, name)
  const other = headerOf(random.pick(genuine), name)
  const wrongs = [other === value ? `${value}0` : other, `${value}0`, value.slice(0, -1), 'x', value.replace(/\d/, '')]
  const changed = change({ name, value, wrong: random.pick(wrongs), random })
  return { headers: parts.headers.flatMap((header) => (header[0] === name ? changed : [header])) }
}
