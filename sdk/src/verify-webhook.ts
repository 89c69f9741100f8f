import { timingSafeEqual } from 'node:crypto'
import { WebhookError } from './errors.ts'
import { createSignatures, decodeBody } from './sign-webhook.ts'

/** An event. The fields of `data` depend on `type`; ignore types and fields that you do not know. */
export type WebhookEvent = {
  /** The same in every attempt. Store it, and skip events that you have already processed. */
  id: string
  type: string
  timestamp: string
  data: Record<string, unknown>
}

export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

const DEFAULT_TOLERANCE_SECONDS = 300

/** Returns the event if a store that knows the secret signed it recently. Throws a WebhookError otherwise. */
export function verifyWebhook({
  body,
  headers,
  secret,
  now = new Date(),
  toleranceSeconds = DEFAULT_TOLERANCE_SECONDS,
}: {
  /** The raw body. A body that was parsed and serialized again has another signature. */
  body: string | Uint8Array
  headers: WebhookHeaders
  /** Pass the old and the new secret while you replace one. */
  secret: string | string[]
  now?: Date
  toleranceSeconds?: number
}): WebhookEvent {
  const id = readHeader(headers, 'webhook-id')
  const sentAt = readTimestamp(readHeader(headers, 'webhook-timestamp'))
  const signatures = readHeader(headers, 'webhook-signature').split(' ')
  const text = readBody(body)
  // Webhook.verify() of the package always uses the system clock and five minutes, so only its signatures are used.
  const expected = createSignatures(secret, { id, sentAt, text })
  if (!expected.some((one) => signatures.some((signature) => isEqual(one, signature)))) {
    throw new WebhookError('The signature does not match. Check the secret, and pass the raw body as it was received.')
  }
  if (Math.abs(now.getTime() - sentAt.getTime()) > toleranceSeconds * 1_000) {
    throw new WebhookError(
      `The event was signed more than ${toleranceSeconds} seconds ago or in the future. Check the clock of this machine.`,
    )
  }
  return { id, ...parseEvent(text) }
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : findHeader(headers, name)
  if (typeof value !== 'string' || value === '') throw new WebhookError(`The header ${name} is missing`)
  return value
}

/** Node writes header names in lower case; other platforms keep the case of the sender. */
function findHeader(headers: Exclude<WebhookHeaders, Headers>, name: string): string | string[] | undefined {
  return headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
}

function readTimestamp(header: string): Date {
  if (!/^\d{1,12}$/.test(header)) throw new WebhookError('The header webhook-timestamp is not a Unix time in seconds')
  return new Date(Number(header) * 1_000)
}

function readBody(body: string | Uint8Array): string {
  try {
    return decodeBody(body)
  } catch {
    throw new WebhookError('The body is not UTF-8 text, so no store sent it')
  }
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function parseEvent(text: string): Omit<WebhookEvent, 'id'> {
  const { type, timestamp, data } = parseJson(text)
  if (typeof type !== 'string' || typeof timestamp !== 'string' || typeof data !== 'object' || data === null) {
    throw new WebhookError('The body is signed, but it is not an event of a store')
  }
  return { type, timestamp, data: data as Record<string, unknown> }
}

function parseJson(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) as Record<string, unknown> | null) ?? {}
  } catch {
    throw new WebhookError('The body is signed, but it is not JSON')
  }
}
