import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { signWebhook } from './sign-webhook.ts'
import { verifyWebhook } from './verify-webhook.ts'

const secret = `whsec_${randomBytes(32).toString('base64')}`
const other = `whsec_${randomBytes(32).toString('base64')}`
const event = { type: 'checkout.paid', timestamp: '2026-01-01T12:00:00.000Z', data: { gameUserId: 'Zoë ⚔' } }
const body = JSON.stringify(event)
const id = 'evt_1'

test('a signed event is accepted as text and as bytes, with every kind of headers object', () => {
  const headers = signWebhook({ id, body, secret })
  const upperCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
  for (const form of [headers, new Headers(headers), upperCase]) {
    expect(verifyWebhook({ body, headers: form, secret })).toEqual({ id, ...event })
    for (const bytes of [Buffer.from(body), new TextEncoder().encode(body)]) {
      expect(verifyWebhook({ body: bytes, headers: form, secret })).toEqual({ id, ...event })
    }
  }
})

test('during a rotation, one shared secret is enough', () => {
  expect(verifyWebhook({ body, headers: signWebhook({ id, body, secret: [other, secret] }), secret })).toMatchObject({
    id,
  })
  expect(verifyWebhook({ body, headers: signWebhook({ id, body, secret }), secret: [other, secret] })).toMatchObject({
    id,
  })
})

test('the signature equals the example in the Standard Webhooks specification', () => {
  const headers = signWebhook({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    sentAt: new Date(1_614_265_330_000),
  })
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test.each([
  ['a different body', { body: body.replace('Zoë', 'Zoe') }],
  ['a different secret', { secret: other }],
  ['no secret', { secret: [] }],
  ['a different id', { headers: { 'webhook-id': 'evt_2' } }],
  ['a different timestamp', { headers: { 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) + 60) } }],
  ['a timestamp that is not a number', { headers: { 'webhook-timestamp': 'NaN' } }],
  ['no signature', { headers: { 'webhook-signature': '' } }],
  ['a truncated signature', { headers: { 'webhook-signature': 'v1,g0hM' } }],
  ['a signature of a different version', { headers: { 'webhook-signature': signature().replace('v1,', 'v2,') } }],
  ['an empty signature', { headers: { 'webhook-signature': 'v1,' } }],
])('a request with %s is rejected', (_, { headers = {}, ...change }: Change) => {
  const signed = { ...signWebhook({ id, body, secret }), ...headers }
  expect(() => verifyWebhook({ body, secret, ...change, headers: signed })).toThrow(
    expect.objectContaining({ name: 'WebhookError' }),
  )
})

test('an event is accepted for five minutes before and after its timestamp, or for toleranceSeconds', () => {
  const sentAt = new Date('2026-01-01T12:00:00Z')
  const verifyAt = (now: string, toleranceSeconds?: number) =>
    verifyWebhook({
      body,
      headers: signWebhook({ id, body, secret, sentAt }),
      secret,
      now: new Date(now),
      ...(toleranceSeconds !== undefined && { toleranceSeconds }),
    })
  for (const now of ['2026-01-01T12:05:00Z', '2026-01-01T11:55:00Z']) expect(verifyAt(now)).toMatchObject({ id })
  for (const now of ['2026-01-01T12:05:01Z', '2026-01-01T11:54:59Z']) expect(() => verifyAt(now)).toThrow(/clock/)
  expect(verifyAt('2026-01-01T13:00:00Z', 3_600)).toMatchObject({ id })
})

test.each(['<html>', 'null', '[]', '{"type":"x"}'])('the signed body %s is not an event', (text) => {
  const headers = signWebhook({ id, body: text, secret })
  expect(() => verifyWebhook({ body: text, headers, secret })).toThrow(/signed, but/)
})

test.each(['', 'whsec_', 'whsec_no base64'])(
  '%o as a secret is a TypeError of the receiver, not a WebhookError',
  (invalid) => {
    expect(() => verifyWebhook({ body, headers: signWebhook({ id, body, secret }), secret: invalid })).toThrow(
      TypeError,
    )
  },
)

test('bytes that are not UTF-8 never match the signature of their replacement characters', () => {
  const text = JSON.stringify({ ...event, data: { gameUserId: '\uFFFD' } })
  const bytes = Buffer.from(text)
  const at = bytes.indexOf(Buffer.from('\uFFFD'))
  const changed = Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at + 3)])
  expect(changed.toString()).toBe(text)
  expect(() => verifyWebhook({ body: changed, headers: signWebhook({ id, body: text, secret }), secret })).toThrow(
    expect.objectContaining({ name: 'WebhookError' }),
  )
})

type Change = { headers?: Record<string, string>; body?: string; secret?: string | string[] }

function signature(): string {
  return signWebhook({ id, body, secret })['webhook-signature']
}
