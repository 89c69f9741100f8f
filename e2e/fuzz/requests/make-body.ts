import { randomBytes } from 'node:crypto'
import { makeValue, type RequestContext, spoilValue } from './make-value.ts'
import { ODD } from './odd-values.ts'
import type { Operation } from './openapi.ts'

/** The limit of most operations. Bytes are counted, not characters. */
const BODY_LIMIT = 16 * 1_024
const SIZES = [-3, -2, -1, 0, 1, 2, 3, BODY_LIMIT, 54_000].map((more) => BODY_LIMIT + more)

const ENCODINGS: ((text: string) => Buffer)[] = [
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => Buffer.from(text, 'latin1'),
  // A surrogate as three bytes, which is not UTF-8.
  (text) => Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
  (text) => Buffer.from(`${text}\0`),
]

/** A body as the schema says, the same with a fault, or bytes that are no JSON at all. */
export function makeBody(operation: Operation, context: RequestContext): Buffer {
  const { isValid, random, odd } = context
  if (odd(0.3)) return makeOddBody(operation, context)
  if (operation.body === undefined) return Buffer.alloc(0)
  const value = makeValue(operation.body, context)
  return Buffer.from(JSON.stringify(isValid || random.chance(0.2) ? value : spoilValue(value, context)) ?? '')
}

function makeOddBody(operation: Operation, context: RequestContext): Buffer {
  const { random } = context
  const way = random.integer(0, 5)
  if (way <= 1) return Buffer.from(random.pick(ODD.bodies), 'latin1')
  if (way === 2) return randomBytes(random.integer(0, 200))
  const text = makeOddJson(operation, context)
  if (way === 3) return random.pick(ENCODINGS)(text)
  if (way === 4) return padBody(text, random.pick(SIZES), random.chance(0.5))
  const bytes = Buffer.from(text)
  bytes[random.integer(0, bytes.length - 1)] = random.integer(0, 255)
  return bytes
}

/** Known fields with values that `JSON.stringify` would not write, such as 1e999, or with the same field twice. */
function makeOddJson({ body }: Operation, { random }: RequestContext): string {
  const names = [...Object.keys(body?.properties ?? {}), '__proto__', 'constructor', 'name', '', String.raw`\u0000`]
  const fields = Array.from(
    { length: random.integer(1, 3) },
    () => `"${random.pick(names)}":${random.pick(ODD.jsonValues)}`,
  )
  return `{${fields.join(',')}}`
}

function padBody(text: string, size: number, inside: boolean): Buffer {
  const [head, tail] = inside ? [`${text.slice(0, -1)},"padding":"`, '"}'] : [text, '']
  const missing = Math.max(0, size - Buffer.byteLength(head) - tail.length)
  return Buffer.from(head + (inside ? 'x' : ' ').repeat(missing) + tail)
}
