import { deflateSync, gzipSync } from 'node:zlib'
import type { Random } from '../../kit/random.ts'
import type { Alteration } from './alteration.ts'
import type { CallbackParts } from './callback-parts.ts'

/** Other bytes under the same signature. */
export const BODY: Alteration[] = [
  { name: 'bits', alter: (parts, { random }) => withBody(parts, flipBits(parts.body, random)) },
  { name: 'one bit', alter: (parts, { random }) => withBody(parts, flipBits(parts.body, random, 1)) },
  { name: 'amount', alter: (parts, { random }) => replaced(parts, /1990|19\.90/g, () => random.pick(AMOUNTS)) },
  { name: 'currency', alter: (parts, { random }) => replaced(parts, /brl/gi, () => random.pick(CURRENCIES)) },
  {
    name: 'checkout',
    alter: (parts, { random, genuine }) => {
      const other = /chk_\w+/.exec(random.pick(genuine).body.toString())?.[0]
      return replaced(parts, /chk_[0-9a-z]{26}/g, () => other ?? 'chk_01k9x4c8v3fq6t2m7n5w0y1z2a')
    },
  },
  {
    name: 'store',
    alter: (parts, { desk }) => replaced(parts, /sto_[0-9a-z]{26}/g, () => desk.otherPath.slice(-30)),
  },
  { name: 'ids', alter: (parts, { random }) => replaced(parts, /(?<="id":"?)[\w-]{6,}/, () => hex(random, 24)) },
  { name: "another's body", alter: (parts, { random, genuine }) => withBody(parts, random.pick(genuine).body) },
  {
    name: 'truncated',
    alter: (parts, { random }) => withBody(parts, parts.body.subarray(0, random.integer(0, parts.body.length - 1))),
  },
  {
    name: 'appended',
    alter: (parts, { random }) => withBody(parts, Buffer.concat([parts.body, random.pick([...TAILS, parts.body])])),
  },
  {
    name: 'prepended',
    alter: (parts, { random }) => withBody(parts, Buffer.concat([random.pick(HEADS), parts.body])),
  },
  { name: 'duplicated keys', alter: (parts, { random }) => duplicateKey(parts, random) },
  { name: 'reformatted', alter: (parts, { random }) => reformat(parts, random.pick(FORMATS)) },
  { name: 'invalid UTF-8', alter: (parts, { random }) => spliced(parts, random.pick(NOT_UTF8), random) },
  {
    name: 'bytes that are no text for the character that stands for them',
    alter: (parts, { random }) => {
      const text = parts.body.toString('latin1').replace('\u00ef\u00bf\u00bd', random.pick(NOT_TEXT))
      return withBody(parts, Buffer.from(text, 'latin1'))
    },
  },
  { name: 'odd bytes', alter: (parts, { random }) => spliced(parts, Buffer.from(hex(random, 8), 'hex'), random) },
  { name: 'encoded', alter: (parts, { random }) => random.pick(ENCODINGS)(parts) },
  { name: 'empty', alter: (parts) => withBody(parts, Buffer.alloc(0)) },
  { name: 'no JSON', alter: (parts, { random }) => withBody(parts, Buffer.from(random.pick(NO_JSON))) },
]

const MOST_BYTES = 256 * 1024

/** Dear to send, so seldom sent. */
export const HUGE: Alteration[] = [
  {
    name: 'huge',
    alter: (parts, { random }) => {
      const size = MOST_BYTES + random.pick([-1, 0, 1, 2, 100, 5_000])
      const filler = Buffer.alloc(Math.max(0, size - parts.body.length), random.pick([' ', '\n', 'x', '\0']))
      return withBody(parts, Buffer.concat(random.chance(0.5) ? [parts.body, filler] : [filler, parts.body]))
    },
  },
]

const AMOUNTS = ['1', '0', '1989', '1991', '199', '19900', '-1990', '1990.0', '1.99e3', '0.01', '9007199254740993']
const CURRENCIES = ['USD', 'usd', 'EUR', 'XXX', 'JPY', 'BRl', 'B\\u0052L']
const HEADS = ['\ufeff', ' ', '\n', '\0', '[', '//\n', '{}'].map((text) => Buffer.from(text))
const NO_JSON = ['', ' ', 'null', 'true', '0', '""', '[]', '{}', '{', '[[[[', '{"a":', 'undefined', 'a=b', '<x/>', '\0']
const NOT_TEXT = ['\u00ff', '\u00fe', '\u0080', '\u00c0']
const NOT_UTF8 = ['ff', 'c0af', 'eda080', '80', 'f8888080', 'e2', 'fe', 'f4908080'].map((text) =>
  Buffer.from(text, 'hex'),
)

const TAILS = [' ', '\n', '\r\n', '\0', '}', ',', '{}', '\ufeff', 'a', '[]', '//'].map((text) => Buffer.from(text))

/** Text that means the same, in other bytes. */
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

function flipBits(body: Buffer, random: Random, most = 8): Buffer {
  const flipped = Buffer.from(body)
  for (let left = random.integer(1, most); left > 0; left--) {
    const at = random.integer(0, flipped.length - 1)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << random.integer(0, 7))
  }
  return flipped
}

function replaced(parts: CallbackParts, pattern: RegExp, by: () => string): CallbackParts {
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

function spliced(parts: CallbackParts, odd: Buffer, random: Random): CallbackParts {
  const at = random.integer(0, parts.body.length)
  const skipped = random.pick([0, 0, odd.length])
  return withBody(parts, Buffer.concat([parts.body.subarray(0, at), odd, parts.body.subarray(at + skipped)]))
}

function hex(random: Random, length: number): string {
  return Array.from({ length }, () => random.integer(0, 15).toString(16)).join('')
}
