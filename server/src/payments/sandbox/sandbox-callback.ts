import { createHmac, timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { AppError } from '../../errors.ts'
import { requireRecent, signedHeader } from '../callback-header.ts'
import { type Callback, DISPUTES, type Notice } from '../provider.ts'

const PREFIX = 'whsec_'

/** What the sandbox, or a script of an owner who tests, says of a payment. */
const Body = Compile(
  Type.Object({
    type: Type.String({ minLength: 1, maxLength: 100 }),
    data: Type.Object({
      storeId: Type.String({ maxLength: 64 }),
      checkoutId: Type.String({ maxLength: 64 }),
      paid: Type.Union([
        Type.Null(),
        Type.Object({ amountMinor: Type.Integer({ minimum: 0 }), currency: Type.String({ maxLength: 3 }) }),
      ]),
      refundedMinor: Type.Integer({ minimum: 0 }),
      dispute: Type.Union(DISPUTES.map((name) => Type.Literal(name))),
      closed: Type.Boolean(),
    }),
  }),
)

/**
 * Signed as our own webhooks are: the id, the time and the bytes of the body. Stricter than the specification asks: one
 * signature in one spelling, so that nothing of a callback can be changed and still be believed.
 */
export function readSandboxCallback(secret: string, callback: Callback): Notice {
  const eventId = signedHeader(callback, 'webhook-id')
  const signedAt = signedHeader(callback, 'webhook-timestamp')
  const given = signedHeader(callback, 'webhook-signature')
  if (eventId.length > 255 || !/^\d{10}$/.test(signedAt))
    throw new AppError('signature_invalid', 'The signed headers are not well formed')
  const expected = Buffer.from(signSandboxCallback(secret, { eventId, signedAt, body: callback.body }))
  const bytes = Buffer.from(given)
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) {
    throw new AppError('signature_invalid', 'The signature does not fit')
  }
  requireRecent(Number(signedAt), callback)

  const body = parse(callback.body)
  if (!Body.Check(body)) return { eventId, kind: 'unknown', tells: 'nothing' }
  return { eventId, kind: body.type, tells: { facts: { ...body.data, paymentRef: body.data.checkoutId } } }
}

export function signSandboxCallback(
  secret: string,
  { eventId, signedAt, body }: { eventId: string; signedAt: string; body: Buffer | string },
): string {
  const hmac = createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
  return `v1,${hmac.update(`${eventId}.${signedAt}.`).update(body).digest('base64')}`
}

export function requireSandboxSecret(secret: string): void {
  const bytes = secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64').length : 0
  if (bytes < 24 || bytes > 64) {
    throw new AppError('invalid_request', 'The secret of the sandbox is whsec_ and 24 to 64 bytes in base64')
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    throw new AppError('malformed_json', 'The body is not valid JSON', { cause: error })
  }
}
