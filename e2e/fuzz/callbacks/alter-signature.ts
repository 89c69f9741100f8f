import type { Random } from '../../kit/random.ts'
import { flipBits } from './alter-body.ts'
import { type Alterations, createAlterations, replace, type Spelling } from './alteration.ts'
import { type CallbackParts, headerOf, SIGNATURES, valueAt, withHeader, withValueAt } from './callback-parts.ts'

type Given = { random: Random; encoding: 'hex' | 'base64'; other: string; provider: CallbackParts['provider'] }

/** Changes the value of the signature. `other` is the signature of another callback. */
const VALUE_CHANGES: Record<string, (value: string, given: Given) => string> = {
  bits: (text, { random, encoding }) => flipBits(Buffer.from(text, encoding), 1, random).toString(encoding),
  'one character': (text, { random, encoding }) => {
    const at = random.integer(0, text.length - 1)
    return text.slice(0, at) + random.pick(encoding === 'hex' ? HEX : BASE64) + text.slice(at + 1)
  },
  'an odd character': (text, { random }) => {
    const at = random.integer(0, text.length)
    return text.slice(0, at) + random.pick(ODD) + text.slice(at + random.integer(0, 1))
  },
  truncated: (text, { random }) => text.slice(0, random.integer(0, text.length - 1)),
  'without the beginning': (text, { random }) => text.slice(random.integer(1, text.length)),
  appended: (text, { random }) => text + random.pick(['0', 'A', '=', '==', text, '0'.repeat(64), '\u00ff', '.']),
  empty: () => '',
  'a right beginning': (text, { random, encoding }) => {
    const kept = random.integer(1, text.length - 1)
    return text.slice(0, kept) + randomText(text.length - kept, encoding, random)
  },
  random: (text, { random, encoding }) => randomText(text.length, encoding, random),
  zeros: (text, { encoding }) => (encoding === 'hex' ? '0' : 'A').repeat(text.length),
  'upper case': (text) => text.toUpperCase(),
  'lower case': (text) => text.toLowerCase(),
  'other alphabet': (text) => text.replaceAll('+', '-').replaceAll('/', '_'),
  'without padding': (text) => text.replace(/=+$/, ''),
  'other padding': (text, { random }) => text.replace(/=+$/, '') + random.pick(['=', '===', '%3D', '.', '=a']),
  'spare bits': (text) => text.replace(/.(?==+$)/, (last) => BASE64[(BASE64.indexOf(last) + 1) % 64] ?? ''),
  'other encoding': (text, { encoding }) => Buffer.from(text, encoding).toString(encoding === 'hex' ? 'base64' : 'hex'),
  'encoded twice': (text) => Buffer.from(text).toString('base64'),
  escaped: (text) => text.replace(/./, (char) => `%${char.charCodeAt(0).toString(16)}`),
  quoted: (text) => `"${text}"`,
  'a word': (_, { random }) => random.pick(['null', 'undefined', 'true', '0', '[object Object]', '*', '%00']),
  'of another callback': (_, { other }) => other,
  'two wrong ones': (text, { random, encoding, provider }) => {
    const wrong = () => randomText(text.length, encoding, random)
    return wrong() + (provider === 'sandbox' ? ' v1,' : provider === 'paypal' ? ',' : ',v1=') + wrong()
  },
  'a space inside': (text, { random }) => {
    const at = random.integer(1, text.length - 1)
    return text.slice(0, at) + random.pick([' ', '\t', '  ', '\u00a0']) + text.slice(at)
  },
}

/** Alters the signature, or the header around it. */
export const SIGNATURE: Alterations = {
  ...createAlterations(VALUE_CHANGES, (change, parts, { random, genuine }) => {
    const { provider } = parts
    const place = SIGNATURES[provider]
    const given = { random, encoding: place.encoding, other: valueAt(random.pick(genuine), place), provider }
    return withValueAt(parts, place, change(valueAt(parts, place), given))
  }),
  'another version': (parts, { random }) =>
    changeHeader(parts, (text) => text.replace(/\bv1(?=[=,])/, random.pick(VERSIONS))),
  'other separators': (parts, { random }) => changeHeader(parts, random.pick(SEPARATORS)),
  'a right one and a wrong one': (parts, { random }) => {
    if (parts.provider !== 'sandbox') return parts
    const wrong = `v1,${randomText(44, 'base64', random)}`
    return changeHeader(parts, (text) => (random.chance(0.5) ? `${wrong} ${text}` : `${text} ${wrong}`))
  },
  'another algorithm': (parts, { random }) =>
    parts.provider === 'paypal' ? withHeader(parts, 'paypal-auth-algo', random.pick(ALGORITHMS)) : parts,
}

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
const SEPARATORS: Spelling[] = [
  ...replace(',', ';', ' ', '', ',,v1=,'),
  ...replace('v1,', 'v1=', 'v1.', 'v1, '),
  ...replace('v1=', 'v1 = '),
  ...replace(',v1', '&v1'),
  ...replace('=', '=='),
  (text) => text.replaceAll('=', ':'),
]

function changeHeader(parts: CallbackParts, change: Spelling): CallbackParts {
  const { header } = SIGNATURES[parts.provider]
  return withHeader(parts, header, change(headerOf(parts, header)))
}

function randomText(length: number, encoding: 'hex' | 'base64', random: Random): string {
  return Array.from({ length }, () => random.pick(encoding === 'hex' ? HEX : BASE64)).join('')
}
