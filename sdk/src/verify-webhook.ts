import { timingSafeEqual } from 'node:crypto'
import { WebhookError } from './errors.ts'
import { signatureOf } from './sign-webhook.ts'

/** An event. What `data` holds depends on `type`; ignore types and fields that you do not know. */
export type WebhookEvent = {
  /** The same at every attempt: remember it, and skip what you have had. */
  id: string
  type: string
  timestamp: string
  data: Record<string, unknown>
}

export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

const TOLERANCE_SECONDS = 300

/** The event of a request, if a store with this secret sent it, and lately; otherwise throws a WebhookError. */
export function verifyWebhook({
  body,
  headers,
  secret,
  now = new Date(),
  toleranceSeconds = TOLERANCE_SECONDS,
}: {
  /** As it came, byte for byte: parsed and written again it is another text. */
  body: string | Uint8Array
  headers: WebhookHeaders
  /** Several while one replaces the other. */
  secret: string | string[]
  now?: Date
  toleranceSeconds?: number
}): WebhookEvent {
  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  const given = readHeader(headers, 'webhook-signature')
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice('v1,'.length), 'base64'))
  const wanted = [secret].flat().map((one) => signatureOf(one, { id, timestamp, body }))
  if (!wanted.some((one) => given.some((other) => isSame(one, other)))) {
    throw new WebhookError('The signature does not fit: another secret, or not the body as it came')
  }
  // Only what is signed is worth a look at its age.
  const ageSeconds = now.getTime() / 1_000 - Number(timestamp)
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(ageSeconds) > toleranceSeconds) {
    throw new WebhookError('The event was signed too long ago, or a clock is wrong')
  }
  return { id, ...readEvent(body) }
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : valueOf(headers, name)
  if (typeof value !== 'string' || value === '') throw new WebhookError(`The header ${name} is missing`)
  return value
}

/** Node writes the names of headers small; others keep what was sent. */
function valueOf(headers: Exclude<WebhookHeaders, Headers>, name: string): string | string[] | undefined {
  return headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

function readEvent(body: string | Uint8Array): Omit<WebhookEvent, 'id'> {
  const { type, timestamp, data } = parse(body)
  if (typeof type !== 'string' || typeof timestamp !== 'string' || typeof data !== 'object' || data === null) {
    throw new WebhookError('The body is signed, but it is no event of a store')
  }
  return { type, timestamp, data: data as Record<string, unknown> }
}

function parse(body: string | Uint8Array): Record<string, unknown> {
  try {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body)
    return (JSON.parse(text) as Record<string, unknown> | null) ?? {}
  } catch {
    throw new WebhookError('The body is signed, but it is not JSON')
  }
}
