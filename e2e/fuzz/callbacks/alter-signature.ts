import type { Random } from '../../kit/random.ts'
import type { Alteration, AlterationContext } from './alteration.ts'
import { type CallbackParts, headerOf, SIGNATURES, valueAt, withHeader, withValueAt } from './callback-parts.ts'

/** The signature itself, in everything that is near it. */
export const SIGNATURE: Alteration[] = [
  value('bits', (text, { random, encoding }) => {
    const bytes = Buffer.from(text, encoding)
    const at = random.integer(0, bytes.length - 1)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.integer(0, 7))
    return bytes.toString(encoding)
  }),
  value('one character', (text, { random, encoding }) => {
    const at = random.integer(0, text.length - 1)
    return text.slice(0, at) + random.pick(encoding === 'hex' ? HEX : BASE64) + text.slice(at + 1)
  }),
  value('an odd character', (text, { random }) => {
    const at = random.integer(0, text.length)
    return text.slice(0, at) + random.pick(ODD) + text.slice(at + random.integer(0, 1))
  }),
  value('truncated', (text, { random }) => text.slice(0, random.integer(0, text.length - 1))),
  value('without its beginning', (text, { random }) => text.slice(random.integer(1, text.length))),
  value(
    'appended',
    (text, { random }) => text + random.pick(['0', 'A', '=', '==', text, '0'.repeat(64), '\u00ff', '.']),
  ),
  value('empty', () => ''),
  value('a beginning and noise', (text, { random, encoding }) => {
    const kept = random.integer(1, text.length - 1)
    return text.slice(0, kept) + noise(text.length - kept, encoding, random)
  }),
  value('noise', (text, { random, encoding }) => noise(text.length, encoding, random)),
  value('zeros', (text, { encoding }) => (encoding === 'hex' ? '0' : 'A').repeat(text.length)),
  value('upper case', (text) => text.toUpperCase()),
  value('lower case', (text) => text.toLowerCase()),
  value('other alphabet', (text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  value('without padding', (text) => text.replace(/=+$/, '')),
  value('other padding', (text, { random }) => text.replace(/=+$/, '') + random.pick(['=', '===', '%3D', '.', '=a'])),
  value('spare bits', (text) => text.replace(/.(?==+$)/, (last) => BASE64[(BASE64.indexOf(last) + 1) % 64] ?? '')),
  value('other encoding', (text, { encoding }) =>
    Buffer.from(text, encoding).toString(encoding === 'hex' ? 'base64' : 'hex'),
  ),
  value('encoded twice', (text) => Buffer.from(text).toString('base64')),
  value('escaped', (text) => text.replace(/./, (char) => `%${char.charCodeAt(0).toString(16)}`)),
  value('quoted', (text) => `"${text}"`),
  value('a word', (_, { random }) => random.pick(['null', 'undefined', 'true', '0', '[object Object]', '*', '%00'])),
  value("another's", (_, { other }) => other),
  value('several that do not fit', (text, { random, encoding, provider }) => {
    const wrong = () => noise(text.length, encoding, random)
    return wrong() + (provider === 'sandbox' ? ' v1,' : provider === 'paypal' ? ',' : ',v1=') + wrong()
  }),
  value('blank inside', (text, { random }) => {
    const at = random.integer(1, text.length - 1)
    return text.slice(0, at) + random.pick([' ', '\t', '  ', '\u00a0']) + text.slice(at)
  }),
  {
    name: 'another version',
    alter: (parts, { random }) => rewritten(parts, (text) => text.replace(/\bv1(?=[=,])/, random.pick(VERSIONS))),
  },
  {
    name: 'other separators',
    alter: (parts, { random }) => rewritten(parts, (text) => random.pick(SEPARATORS)(text)),
  },
  {
    name: 'two of which one fits',
    alter: (parts, { random }) => {
      if (parts.provider !== 'sandbox') return parts
      const wrong = `v1,${noise(44, 'base64', random)}`
      return rewritten(parts, (text) => (random.chance(0.5) ? `${wrong} ${text}` : `${text} ${wrong}`))
    },
  },
  {
    name: 'another algorithm',
    alter: (parts, { random }) =>
      parts.provider === 'paypal' ? withHeader(parts, 'paypal-auth-algo', random.pick(ALGORITHMS)) : parts,
  },
]

const HEX = '0123456789abcdef'.split('')
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.split('')
const ODD = ['g', 'G', '-', '_', ' ', '=', ',', ';', '.', ':', '\t', '\u00e9', '"', '%', '\\', '0x']
const VERSIONS = ['v0', 'v2', 'V1', 'v1a', 'v11', 'v', '', ' v1', 'v1 ', 'v01', 'sha256', 'v1\u00a0']
const ALGORITHMS = [
  'SHA1withRSA',
  'sha256withrsa',
  'SHA256withRSA ,',
  'SHA512withRSA',
  'SHA256withECDSA',
  'SHA256',
  'none',
  'RS256',
  'HS256',
  '__proto__',
]
const SEPARATORS: ((text: string) => string)[] = [
  (text) => text.replace(',', ';'),
  (text) => text.replace(',', ' '),
  (text) => text.replace(',', ''),
  (text) => text.replace(',', ',,v1=,'),
  (text) => text.replaceAll('=', ':'),
  (text) => text.replace('=', '=='),
  (text) => text.replace('v1=', 'v1 = '),
  (text) => text.replace(',v1', '&v1'),
  (text) => text.replace('v1,', 'v1='),
  (text) => text.replace('v1,', 'v1.'),
  (text) => text.replace('v1,', 'v1, '),
]

type Given = { random: Random; encoding: 'hex' | 'base64'; other: string; provider: CallbackParts['provider'] }

function value(name: string, change: (text: string, given: Given) => string): Alteration {
  return {
    name,
    alter(parts, { random, genuine }: AlterationContext) {
      const { provider } = parts
      const place = SIGNATURES[provider]
      const other = valueAt(random.pick(genuine), place)
      return withValueAt(
        parts,
        place,
        change(valueAt(parts, place), { random, encoding: place.encoding, other, provider }),
      )
    },
  }
}

function rewritten(parts: CallbackParts, change: (text: string) => string): CallbackParts {
  const { header } = SIGNATURES[parts.provider]
  return withHeader(parts, header, change(headerOf(parts, header)))
}

function noise(length: number, encoding: 'hex' | 'base64', random: Random): string {
  return Array.from({ length }, () => random.pick(encoding === 'hex' ? HEX : BASE64)).join('')
}
