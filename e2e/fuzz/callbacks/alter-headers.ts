import type { Alteration, AlterationContext } from './alteration.ts'
import { type CallbackParts, headerOf, SIGNED_HEADERS, withHeader } from './callback-parts.ts'

/** The headers that a signature needs: gone, twice, run together, or not quite what they are called. */
export const HEADERS: Alteration[] = [
  one('missing', (parts, name) => ({ ...parts, headers: parts.headers.filter(([known]) => known !== name) })),
  {
    name: 'all missing',
    alter: (parts) => ({ ...parts, headers: parts.headers.filter(([name]) => name === 'content-type') }),
  },
  one('empty', (parts, name) => withHeader(parts, name, '')),
  one('blank', (parts, name) => withHeader(parts, name, ' \t ')),
  one('twice the same', (parts, name) => beside(parts, name, headerOf(parts, name), 'behind')),
  one('twice, the wrong one behind', (parts, name, context) =>
    beside(parts, name, wrong(parts, name, context), 'behind'),
  ),
  one('twice, the wrong one first', (parts, name, context) =>
    beside(parts, name, wrong(parts, name, context), 'before'),
  ),
  one('three times', (parts, name) => {
    const text = headerOf(parts, name)
    return beside(beside(parts, name, text, 'behind'), name, text, 'before')
  }),
  one('run together', (parts, name, { random }) => {
    const text = headerOf(parts, name)
    return withHeader(parts, name, text + random.pick([',', ', ', '; ', ' ', ' , ']) + text)
  }),
  one('run together with a wrong one', (parts, name, context) => {
    const both = context.random.shuffle([headerOf(parts, name), wrong(parts, name, context)])
    return withHeader(parts, name, both.join(context.random.pick([',', ', '])))
  }),
  one('another value', (parts, name, context) => withHeader(parts, name, wrong(parts, name, context))),
  one('very long', (parts, name, { random }) => {
    const filler = random.pick(['a', '=', ',', '0']).repeat(random.pick([500, 4_000, 15_000, 15_900, 17_000]))
    return withHeader(parts, name, random.chance(0.5) ? headerOf(parts, name) + filler : filler + headerOf(parts, name))
  }),
  one('quoted', (parts, name) => withHeader(parts, name, `"${headerOf(parts, name)}"`)),
  one('odd characters', (parts, name, { random }) => {
    const text = headerOf(parts, name)
    const odd = random.pick(['\u00ff', '\u00a0', '%00', '\\0', '\u0080', '\u00c3\u00a9'])
    return withHeader(parts, name, random.chance(0.5) ? text + odd : odd + text)
  }),
  one('in a trailer', (parts, name) => ({
    ...renamed(parts, name, 'Trailer', name),
    chunked: true,
    trailer: [name, headerOf(parts, name)],
  })),
  one('called otherwise', (parts, name, { random }) =>
    renamed(
      parts,
      name,
      random.pick([`x-${name}`, name.replaceAll('-', '_'), `${name}s`, `${name}-1`, 'authorization']),
    ),
  ),
  one('broken', (parts, name, { random }) => {
    const text = headerOf(parts, name)
    const odd = random.pick(['\0', '\r', '\n', '\r\n ', '\x07', '\x7f'])
    const at = random.integer(1, text.length - 1)
    return { ...withHeader(parts, name, text.slice(0, at) + odd + text.slice(at)), broken: true }
  }),
  one('a blank before the colon', (parts, name) => ({ ...renamed(parts, name, `${name} `), broken: true })),
]

function one(
  name: string,
  alter: (parts: CallbackParts, header: string, context: AlterationContext) => CallbackParts,
): Alteration {
  return {
    name: `a header ${name}`,
    alter: (parts, context) => alter(parts, context.random.pick(SIGNED_HEADERS[parts.provider]), context),
  }
}

function beside(parts: CallbackParts, name: string, value: string, where: 'before' | 'behind'): CallbackParts {
  const other: [string, string] = [name, value]
  return { ...parts, headers: where === 'before' ? [other, ...parts.headers] : [...parts.headers, other] }
}

function wrong(parts: CallbackParts, name: string, { random, genuine }: AlterationContext): string {
  const other = headerOf(random.pick(genuine), name)
  const own = headerOf(parts, name)
  return random.pick([other === own ? `${own}0` : other, `${own}0`, own.slice(0, -1), 'x', own.replace(/\d/, '')])
}

function renamed(parts: CallbackParts, name: string, to: string, value = headerOf(parts, name)): CallbackParts {
  return { ...parts, headers: parts.headers.map(([known, was]) => (known === name ? [to, value] : [known, was])) }
}
