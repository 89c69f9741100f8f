import type { Random } from '../../kit/random.ts'
import { encodeChunks, formatRequest, type Header } from '../message.ts'
import { makeBody } from './make-body.ts'
import { makeOddHeaders } from './make-headers.ts'
import { makeTarget, type Part } from './make-target.ts'
import type { Odd, RequestContext, ValueContext } from './make-value.ts'
import { ODD_HTTP } from './odd-values.ts'
import type { Operation } from './openapi.ts'

/** The sender of a request. `secret` is also sent where it does not belong, and must not appear in the log. */
type Caller = Pick<ValueContext, 'ids'> & { headers: Header[]; secret: string; host?: string }

export type Request = {
  operation: string
  method: string
  target: string
  bytes: Buffer
  isValid: boolean
  /** Asks for another protocol, so the server may read what follows as something else than HTTP. */
  leavesHttp: boolean
}

export type MakeCaller = (operation: Operation, context: { random: Random; odd: Odd }) => Caller

type Settings = { makeCaller: MakeCaller; validShare: number }

/** Makes a valid request to an operation, or one with a fault in one or several places. */
export function makeRequest(operation: Operation, { makeCaller, validShare }: Settings, random: Random): Request {
  const isValid = random.chance(validShare)
  const odd: Odd = (probability) => !isValid && random.chance(probability)
  const { headers: credentials, ids, secret, host = 'store.localhost' } = makeCaller(operation, { random, odd })
  const isAuthorized = credentials.some(([, value]) => value.includes(secret))
  const context: RequestContext = { random, ids, isValid, odd, secret, isAuthorized }

  const method = odd(0.08) ? pickPart(ODD_HTTP.methods, random) : validPart(operation.method)
  const target = makeTarget(operation, context)
  const version = odd(0.04) ? pickPart(ODD_HTTP.versions, random) : validPart('HTTP/1.1')
  const body = makeBody(operation, context)
  const type = odd(0.12) ? random.pick(ODD_HTTP.contentTypes) : 'application/json'
  const others = odd(0.3) ? makeOddHeaders(context) : { list: [], isValid: true }
  const framed = frameBody(body, odd(0.15) ? random.pick(['chunked', 'chunks', 'broken']) : 'length')
  const headers: Header[] = [
    ...(odd(0.05) ? random.pick(ODD_HTTP.hosts) : [['Host', host] as Header]),
    ...credentials,
    ...(body.length > 0 && type !== '' ? [['Content-Type', type] as Header] : []),
    ...others.list,
    ...(odd(0.06) ? random.pick(ODD_HTTP.extraHeaders) : []),
    ...framed.headers,
  ]
  const line = { method: method.text, target: target.text }
  return {
    ...line,
    operation: operation.id,
    bytes: formatRequest({ ...line, version: version.text, headers, body: framed.body }),
    isValid: [method, target, version, others, framed].every((part) => part.isValid),
    leavesHttp: method.text === 'CONNECT' || headers.some(([name]) => name === 'Upgrade'),
  }
}

function validPart(text: string): Part {
  return { text, isValid: true }
}

function pickPart({ valid, invalid }: { valid: string[]; invalid: string[] }, random: Random): Part {
  const isValid = random.chance(0.6)
  return { text: random.pick(isValid ? valid : invalid), isValid }
}

/** `broken` announces chunks and sends none. */
function frameBody(body: Buffer, framing: string): { headers: Header[]; body: Buffer; isValid: boolean } {
  if (framing === 'length') {
    return { headers: body.length === 0 ? [] : [['Content-Length', String(body.length)]], body, isValid: true }
  }
  const headers: Header[] = [['Transfer-Encoding', 'chunked']]
  if (framing === 'broken') return { headers, body: Buffer.concat([Buffer.from('zz\r\n'), body]), isValid: false }
  const middle = framing === 'chunks' ? body.length >> 1 : body.length
  const parts = [body.subarray(0, middle), body.subarray(middle)]
  return { headers, body: encodeChunks(parts, framing === 'chunks' ? ['X-Trailer', 'a'] : undefined), isValid: true }
}
