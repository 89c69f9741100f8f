import { deflateSync, gzipSync } from 'node:zlib'
import type { Random } from '../../kit/random.ts'
import {
  type AlterationContext,
  type Alterations,
  append,
  createAlterations,
  replace,
  type Spelling,
} from './alteration.ts'

type Given = AlterationContext & { body: Buffer; text: string }

const CHANGES: Record<string, (given: Given) => Buffer | string> = {
  bits: ({ body, random }) => flipBits(body, random.integer(1, 8), random),
  'one bit': ({ body, random }) => flipBits(body, 1, random),
  amount: ({ text, random }) => text.replaceAll(/1990|19\.90/g, () => random.pick(AMOUNTS)),
  currency: ({ text, random }) => text.replaceAll(/brl/gi, () => random.pick(CURRENCIES)),
  checkout: ({ text, random, genuine }) => {
    const [other = 'chk_01k9x4c8v3fq6t2m7n5w0y1z2a'] = /chk_\w+/.exec(random.pick(genuine).body.toString()) ?? []
    return text.replaceAll(/chk_[0-9a-z]{26}/g, other)
  },
  store: ({ text, account }) => text.replaceAll(/sto_[0-9a-z]{26}/g, account.otherPath.slice(-30)),
  ids: ({ text, random }) => text.replace(/(?<="id":"?)[\w-]{6,}/, hex(random, 24)),
  'the body of another callback': ({ random, genuine }) => random.pick(genuine).body,
  truncated: ({ body, random }) => body.subarray(0, random.integer(0, body.length - 1)),
  appended: ({ text, random }) => text + random.pick([...TAILS, text]),
  prepended: ({ text, random }) => random.pick(HEADS) + text,
  'duplicated keys': ({ text, random }) => {
    const value = JSON.parse(text) as Record<string, unknown>
    const key = random.pick(Object.keys(value))
    const again = JSON.stringify(random.chance(0.5) ? value[key] : random.pick(['', 0, null, {}]))
    const field = `${JSON.stringify(key)}:${again}`
    return random.chance(0.5) ? `{${field},${text.slice(1)}` : `${text.slice(0, -1)},${field}}`
  },
  reformatted: ({ text, random }) => random.pick(FORMATS)(text),
  'invalid UTF-8': ({ body, random }) => insertBytes(body, random.pick(NOT_UTF8), random),
  'bytes that are not UTF-8 instead of the replacement character': ({ body, random }) =>
    Buffer.from(body.toString('latin1').replace('\u00ef\u00bf\u00bd', random.pick(NOT_TEXT)), 'latin1'),
  'odd bytes': ({ body, random }) => insertBytes(body, hex(random, 8), random),
  encoded: ({ text, random }) => random.pick(ENCODINGS)(text),
  empty: () => '',
  'not JSON': ({ random }) => random.pick(NOT_JSON),
}

/** Other bytes with the same signature. */
export const BODY: Alterations = {
  ...createAlterations(CHANGES, (change, { body }, context) => ({
    body: Buffer.from(change({ ...context, body, text: body.toString() })),
  })),
  compressed: ({ body, headers }, { random }) => {
    const isGzip = random.chance(0.5)
    return {
      body: isGzip ? gzipSync(body) : deflateSync(body),
      headers: [...headers, ['Content-Encoding', isGzip ? 'gzip' : 'deflate']],
    }
  },
}

const MAX_BYTES = 256 * 1024

/** Expensive to send, so their weight is small. */
export const HUGE: Alterations = {
  huge: ({ body }, { random }) => {
    const size = MAX_BYTES + random.pick([-1, 0, 1, 2, 100, 5_000])
    const filler = Buffer.alloc(Math.max(0, size - body.length), random.pick([' ', '\n', 'x', '\0']))
    return { body: Buffer.concat(random.chance(0.5) ? [body, filler] : [filler, body]) }
  },
}

const AMOUNTS = ['1', '0', '1989', '1991', '199', '19900', '-1990', '1990.0', '1.99e3', '0.01', '9007199254740993']
const CURRENCIES = ['USD', 'usd', 'EUR', 'XXX', 'JPY', 'BRl', 'B\\u0052L']
const HEADS = ['\ufeff', ' ', '\n', '\0', '[', '//\n', '{}']
const TAILS = [' ', '\n', '\r\n', '\0', '}', ',', '{}', '\ufeff', 'a', '[]', '//']
const NOT_JSON = [' ', 'null', 'true', '0', '""', '[]', '{}', '{', '[[[[', '{"a":', 'undefined', 'a=b', '<x/>', '\0']
const NOT_TEXT = ['\u00ff', '\u00fe', '\u0080', '\u00c0']
/** In hexadecimal. */
const NOT_UTF8 = ['ff', 'c0af', 'eda080', '80', 'f8888080', 'e2', 'fe', 'f4908080']

/** Other bytes for the same JSON value. */
const FORMATS: Spelling[] = [
  (text) => JSON.stringify(JSON.parse(text), null, 2),
  (text) => JSON.stringify(JSON.parse(text), null, '\t'),
  (text) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).toReversed())),
  (text) => text.replaceAll('":', '" : '),
  (text) => text.replaceAll('/', '\\/'),
  (text) => text.replace(/[a-z](?=[^"]*":)/, (char) => `\\u00${char.charCodeAt(0).toString(16)}`),
  ...replace(/(?<=[:,])\d+(?=[,}])/, '$&.0', '$&e0'),
  ...replace(',', ' ,'),
  ...append('\n'),
]

const ENCODINGS: ((text: string) => Buffer | string)[] = [
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => Buffer.from(text, 'utf16le').swap16(),
  (text) => Buffer.from(text).toString('base64'),
  (text) => encodeURIComponent(text),
  (text) => `payload=${encodeURIComponent(text)}`,
]

export function flipBits(body: Buffer, times: number, random: Random): Buffer {
  const flipped = Buffer.from(body)
  for (let left = times; left > 0; left--) {
    const at = random.integer(0, flipped.length - 1)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << random.integer(0, 7))
  }
  return flipped
}

function insertBytes(body: Buffer, inHex: string, random: Random): Buffer {
  const odd = Buffer.from(inHex, 'hex')
  const at = random.integer(0, body.length)
  const skipped = random.pick([0, 0, odd.length])
  return Buffer.concat([body.subarray(0, at), odd, body.subarray(at + skipped)])
}

function hex(random: Random, length: number): string {
  return Array.from({ length }, () => random.integer(0, 15).toString(16)).join('')
}
