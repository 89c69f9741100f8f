import type { Header } from '../message.ts'
import type { RequestContext } from './make-value.ts'
import { ODD_HTTP } from './odd-values.ts'

const NAME_CHARACTERS = 'ABCXYZabcxyz0189_-.'.split('')
/** Headers that define the length, the caller or the waiting time of a request. */
const RESERVED =
  /^(content-length|transfer-encoding|connection|expect|upgrade|host|authorization|trailer|http2-settings|prefer)$/i
const ODD_REQUEST_IDS = [
  '',
  '../../x',
  '<script>',
  '${jndi:ldap://x}',
  '%0d%0aSet-Cookie: a=b',
  '\u00ff',
  'a'.repeat(65),
]

type Headers = { list: Header[]; isValid: boolean }

/** Headers that no operation needs: a few, very many, very long ones, or some that HTTP does not allow. */
export function makeOddHeaders(context: RequestContext): Headers {
  const { random, secret } = context
  const way = random.integer(0, 19)
  if (way === 0) {
    const count = random.integer(50, 2_500)
    return { list: Array.from({ length: count }, (_, i) => [`x${i % 97}`, '']), isValid: true }
  }
  if (way === 1) {
    const length = random.integer(16_000, 16_500) * random.pick([1, 2, 6])
    return { list: [['X-Long', 'v'.repeat(length)]], isValid: true }
  }
  if (way <= 3) return { list: [random.pick(ODD_HTTP.invalidHeaders), ['X-Secret', secret]], isValid: false }
  return { list: Array.from({ length: random.integer(1, 4) }, () => makeHeader(context)), isValid: true }
}

function makeHeader(context: RequestContext): Header {
  const { random } = context
  if (random.chance(0.4)) return random.pick(ODD_HTTP.headers)
  if (random.chance(0.5)) return ['X-Request-Id', makeRequestId(context)]
  const name = makeToken(context, 20)
  return [RESERVED.test(name) ? 'x' : name, makeHeaderValue(context, 60)]
}

/** The log masks a secret in this place only if the same request sends it as its credential too. */
function makeRequestId(context: RequestContext): string {
  const { random, secret, isAuthorized } = context
  const ids = [...ODD_REQUEST_IDS, makeToken(context, 70), makeHeaderValue(context, 80)]
  return random.pick(isAuthorized ? [...ids, secret] : ids)
}

function makeToken({ random }: RequestContext, maxLength: number): string {
  return Array.from({ length: random.integer(1, maxLength) }, () => random.pick(NAME_CHARACTERS)).join('')
}

/** Any bytes that a header value can have. */
function makeHeaderValue({ random }: RequestContext, maxLength: number): string {
  const byte = () => random.pick([random.integer(0x21, 0x7e), random.integer(0x80, 0xff), 0x20, 0x09])
  return String.fromCharCode(...Array.from({ length: random.integer(0, maxLength) }, byte))
}
