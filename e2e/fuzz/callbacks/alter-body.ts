import { deflateSync, gzipSync } from 'node:zlib'
import type { Random } from '../../kit/random.ts'
import type { Alterations } from './alteration.ts'
import type { CallbackParts } from './callback-parts.ts'

/** Other bytes with the same signature. */
export const BODY: Alterations = {
  bits: (parts, { random }) => withBody(parts, flipBits(parts.body, random)),
  'one bit': (parts, { random }) => withBody(parts, flipBits(parts.body, random, 1)),
  amount: (parts, { random }) => replaceText(parts, /1990|19\.90/g, () => random.pick(AMOUNTS)),
  currency: (parts, { random }) => replaceText(parts, /brl/gi, () => random.pick(CURRENCIES)),
  checkout: (parts, { random, genuine }) => {
    const other = /chk_\w+/.exec(random.pick(genuine).body.toString())?.[0]
    return replaceText(parts, /chk_[0-9a-z]{26}/g, () => other ?? 'chk_01k9x4c8v3fq6t2m7n5w0y1z2a')
  },
  store: (parts, { account }) => replaceText(parts, /sto_[0-9a-z]{26}/g, () => account.otherPath.slice(-30)),
  ids: (parts, { random }) => replaceText(parts, /(?<="id":"?)[\w-]{6,}/, () => hex(random, 24)),
  'the body of another callback': (parts, { random, genuine }) => withBody(parts, random.pick(genuine).body),
  truncated: (parts, { random }) => withBody(parts, parts.body.subarray(0, random.integer(0, parts.body.length - 1))),
  appended: (parts, { random }) => withBody(parts, Buffer.concat([parts.body, random.pick([...TAILS, parts.body])])),
  prepended: (parts, { random }) => withBody(parts, Buffer.concat([random.pick(HEADS), parts.body])),
  'duplicated keys': (parts, { random }) => duplicateKey(parts, random),
  reformatted: (parts, { random }) => reformat(parts, random.pick(FORMATS)),
  'invalid UTF-8': (parts, { random }) => insertBytes(parts, random.pick(NOT_UTF8), random),
  'bytes that are not UTF-8 instead of the replacement character': (parts, { random }) => {
    const text = parts.body.toString('latin1').replace('\u00ef\u00bf\u00bd', random.pick(NOT_TEXT))
    return withBody(parts, Buffer.from(text, 'latin1'))
  },
  'odd bytes': (parts, { random }) => insertBytes(parts, Buffer.from(hex(random, 8), 'hex'), random),
  encoded: (parts, { random }) => random.pick(ENCODINGS)(parts),
  empty: (parts) => withBody(parts, Buffer.alloc(0)),
  'not JSON': (parts, { random }) => withBody(parts, Buffer.from(random.pick(NOT_JSON))),
}

const MAX_BYTES = 256 * 1024

/** Expensive to send, so their weight is small. */
export const HUGE: Alterations = {
  huge: (parts, { random }) => {
    const size = MAX_BYTES + random.pick([-1, 0, 1, 2, 100, 5_000])
    const filler = Buffer.alloc(Math.max(0, size - parts.body.length), random.pick([' ', '\n', 'x', '\0']))
    return withBody(parts, Buffer.concat(random.chance(0.5) ? [parts.body, filler] : [filler, parts.body]))
  },
}

const AMOUNTS = ['1', '0', '1989', '1991', '199', '19900', '-1990', '1990.0', '1.99e3', '0.01', '9007199254740993']
const CURRENCIES = ['USD', 'usd', 'EUR', 'XXX', 'JPY', 'BRl', 'B\\u0052L']
const HEADS = ['\ufeff', ' ', '\n', '\0', '[', '//\n', '{}'].map((text) => Buffer.from(text))
const NOT_JSON = [
  '',
  ' ',
  'null',
  'true',
  '0',
  '""',
  '[]',
  '{}',
  '{',
  '[[[[',
  '{"a":',
  'undefined',
  'a=b',
  '<x/>',
  '\0',
]
const NOT_TEXT = ['\u00ff', '\u00fe', '\u0080', '\u00c0']
const NOT_UTF8 = ['ff', 'c0af', 'eda080', '80', 'f8888080', 'e2', 'fe', 'f4908080'].map((text) =>
  Buffer.from(text, 'hex'),
)

const TAILS = [' ', '\n', '\r\n', '\0', '}', ',', '{}', '\ufeff', 'a', '[]', '//'].map((text) => Buffer.from(text))

/** Other bytes for the same JSON value. */
const FORMATS: ((value: object, text: string) => string)[] = [
  (value) => JSON.stringify(value, null, 2),
  (value) => JSON.stringify(value, null, '\t'),
  (value) => JSON.stringify(Object.fromEntries(Object.entries(value).toReversed())),
  (_, text) => text.replaceAll('":', '" : '),
  (_, text) => text.replace(',', ' ,'),
  (_, text) => text.replace(/[a-z](?=[^"]*":)/, (char) => `\\u00${char.charCodeAt(0).toString(16)}`),
  (_, text) => text.replace(/(?<=[:,])(\d+)(?=[,}])/, '$1.0'),
  (_, text) => text.replace(/(?<=[:,])(\d+)(?=[,}])/, '$1e0'),
  (_, text) => text.replaceAll('/', '\\/'),
  (_, text) => `${text}\n`,
]

const ENCODINGS: ((parts: CallbackParts) => CallbackParts)[] = [
  (parts) => withBody(parts, Buffer.from(parts.body.toString(), 'utf16le')),
  (parts) => withBody(parts, Buffer.from(`\ufeff${parts.body.toString()}`, 'utf16le')),
  (parts) => withBody(parts, Buffer.from(parts.body.toString(), 'utf16le').swap16()),
  (parts) => withBody(parts, Buffer.from(parts.body.toString('base64'))),
  (parts) => withBody(parts, Buffer.from(encodeURIComponent(parts.body.toString()))),
  (parts) => withBody(parts, Buffer.from(`payload=${encodeURIComponent(parts.body.toString())}`)),
  (parts) => ({ ...withBody(parts, gzipSync(parts.body)), headers: [...parts.headers, ['Content-Encoding', 'gzip']] }),
  (parts) => ({
    ...withBody(parts, deflateSync(parts.body)),
    headers: [...parts.headers, ['Content-Encoding', 'deflate']],
  }),
]

function withBody(parts: CallbackParts, body: Buffer): CallbackParts {
  return { ...parts, body }
}

function flipBits(body: Buffer, random: Random, max = 8): Buffer {
  const flipped = Buffer.from(body)
  for (let left = random.integer(1, max); left > 0; left--) {
    const at = random.integer(0, flipped.length - 1)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << random.integer(0, 7))
  }
  return flipped
}

function replaceText(parts: CallbackParts, pattern: RegExp, by: () => string): CallbackParts {
  return withBody(parts, Buffer.from(parts.body.toString().replace(pattern, by)))
}

function duplicateKey(parts: CallbackParts, random: Random): CallbackParts {
  const text = parts.body.toString()
  const value = JSON.parse(text) as Record<string, unknown>
  const key = random.pick(Object.keys(value))
  const again = JSON.stringify(random.chance(0.5) ? value[key] : random.pick(['', 0, null, {}]))
  const field = `${JSON.stringify(key)}:${again}`
  return withBody(
    parts,
    Buffer.from(random.chance(0.5) ? `{${field},${text.slice(1)}` : `${text.slice(0, -1)},${field}}`),
  )
}

function reformat(parts: CallbackParts, format: (value: object, text: string) => string): CallbackParts {
  const text = parts.body.toString()
  return withBody(parts, Buffer.from(format(JSON.parse(text) as object, text)))
}

function insertBytes(parts: CallbackParts, odd: Buffer, random: Random): CallbackParts {
  const at = random.integer(0, parts.body.length)
  const skipped = random.pick([0, 0, odd.length])
  return withBody(parts, Buffer.concat([parts.body.subarray(0, at), odd, parts.body.subarray(at + skipped)]))
}

function hex(random: Random, length: number): string {
  return Array.from({ length }, () => random.integer(0, 15).toString(16)).join('')
}
