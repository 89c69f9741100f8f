import type { AlterationContext, Alterations } from './alteration.ts'
import { type CallbackParts, headerOf, SIGNED_HEADERS, withHeader } from './callback-parts.ts'

type AlterHeader = (parts: CallbackParts, name: string, context: AlterationContext) => CallbackParts

const CHANGES: Record<string, AlterHeader> = {
  missing: (parts, name) => ({ ...parts, headers: parts.headers.filter(([known]) => known !== name) }),
  empty: (parts, name) => withHeader(parts, name, ''),
  blank: (parts, name) => withHeader(parts, name, ' \t '),
  'twice the same': (parts, name) => addHeader(parts, name, headerOf(parts, name), 'last'),
  'twice, the wrong one last': (parts, name, context) =>
    addHeader(parts, name, wrongValue(parts, name, context), 'last'),
  'twice, the wrong one first': (parts, name, context) =>
    addHeader(parts, name, wrongValue(parts, name, context), 'first'),
  'three times': (parts, name) => {
    const text = headerOf(parts, name)
    return addHeader(addHeader(parts, name, text, 'last'), name, text, 'first')
  },
  'joined with itself': (parts, name, { random }) => {
    const text = headerOf(parts, name)
    return withHeader(parts, name, text + random.pick([',', ', ', '; ', ' ', ' , ']) + text)
  },
  'joined with a wrong one': (parts, name, context) => {
    const both = context.random.shuffle([headerOf(parts, name), wrongValue(parts, name, context)])
    return withHeader(parts, name, both.join(context.random.pick([',', ', '])))
  },
  'another value': (parts, name, context) => withHeader(parts, name, wrongValue(parts, name, context)),
  'very long': (parts, name, { random }) => {
    const filler = random.pick(['a', '=', ',', '0']).repeat(random.pick([500, 4_000, 15_000, 15_900, 17_000]))
    return withHeader(parts, name, random.chance(0.5) ? headerOf(parts, name) + filler : filler + headerOf(parts, name))
  },
  quoted: (parts, name) => withHeader(parts, name, `"${headerOf(parts, name)}"`),
  'odd characters': (parts, name, { random }) => {
    const text = headerOf(parts, name)
    const odd = random.pick(['\u00ff', '\u00a0', '%00', '\\0', '\u0080', '\u00c3\u00a9'])
    return withHeader(parts, name, random.chance(0.5) ? text + odd : odd + text)
  },
  'in a trailer': (parts, name) => ({
    ...renameHeader(parts, name, 'Trailer', name),
    chunked: true,
    trailer: [name, headerOf(parts, name)],
  }),
  renamed: (parts, name, { random }) =>
    renameHeader(
      parts,
      name,
      random.pick([`x-${name}`, name.replaceAll('-', '_'), `${name}s`, `${name}-1`, 'authorization']),
    ),
  broken: (parts, name, { random }) => {
    const text = headerOf(parts, name)
    const odd = random.pick(['\0', '\r', '\n', '\r\n ', '\x07', '\x7f'])
    const at = random.integer(1, text.length - 1)
    return { ...withHeader(parts, name, text.slice(0, at) + odd + text.slice(at)), isBroken: true }
  },
  'with a space before the colon': (parts, name) => ({ ...renameHeader(parts, name, `${name} `), isBroken: true }),
}

/** Alters one of the headers that the signature needs: removes, repeats, joins or renames it. */
export const HEADERS: Alterations = {
  'all headers missing': (parts) => ({
    ...parts,
    headers: parts.headers.filter(([name]) => name === 'content-type'),
  }),
  ...Object.fromEntries(
    Object.entries(CHANGES).map(([name, change]) => [
      `a header ${name}`,
      (parts: CallbackParts, context: AlterationContext) =>
        change(parts, context.random.pick(SIGNED_HEADERS[parts.provider]), context),
    ]),
  ),
}

function addHeader(parts: CallbackParts, name: string, value: string, place: 'first' | 'last'): CallbackParts {
  const other: [string, string] = [name, value]
  return { ...parts, headers: place === 'first' ? [other, ...parts.headers] : [...parts.headers, other] }
}

function wrongValue(parts: CallbackParts, name: string, { random, genuine }: AlterationContext): string {
  const other = headerOf(random.pick(genuine), name)
  const own = headerOf(parts, name)
  return random.pick([other === own ? `${own}0` : other, `${own}0`, own.slice(0, -1), 'x', own.replace(/\d/, '')])
}

function renameHeader(parts: CallbackParts, name: string, to: string, value = headerOf(parts, name)): CallbackParts {
  return { ...parts, headers: parts.headers.map(([known, was]) => (known === name ? [to, value] : [known, was])) }
}
