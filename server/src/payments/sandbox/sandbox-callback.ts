import { createHmac, timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { AppError } from '../../errors.ts'
import { parseCallbackBody } from '../parse-callback-body.ts'
import { requireRecentSignature, requireSingleHeader } from '../callback-signature.ts'
import { type Callback, DISPUTES, type CallbackEvent } from '../provider.ts'

const PREFIX = 'whsec_'

/** The body of a sandbox callback. Owners can also send it from their own test scripts. */
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
 * Signed like the webhooks of Quartermaster: the id, the time and the raw body. It is stricter than the specification and
 * accepts one signature in one encoding, so that no byte of a callback can be changed.
 */
export function readSandboxCallback(secret: string, callback: Callback): CallbackEvent {
  const eventId = requireSingleHeader(callback, 'webhook-id')
  const signedAt = requireSingleHeader(callback, 'webhook-timestamp')
  const given = requireSingleHeader(callback, 'webhook-signature')
  if (eventId.length > 255 || !/^\d{10}$/.test(signedAt))
    throw new AppError('signature_invalid', 'The header webhook-id or webhook-timestamp is malformed')
  const expected = Buffer.from(signSandboxCallback(secret, { eventId, signedAt, body: callback.body }))
  const bytes = Buffer.from(given)
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) {
    throw new AppError('signature_invalid', 'The signature is wrong. Check that both sides use the same secret.')
  }
  requireRecentSignature(Number(signedAt), callback)

  const body = parseCallbackBody(callback.body)
  if (!Body.Check(body)) return { eventId, kind: 'unknown', content: 'ignored' }
  return {
    eventId,
    kind: body.type,
    content: { facts: { ...body.data, mode: 'test', paymentRef: body.data.checkoutId } },
  }
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
    throw new AppError('invalid_request', 'The secret must be whsec_ followed by 24 to 64 bytes in base64')
  }
}
