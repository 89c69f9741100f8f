import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { signWebhook } from './sign-webhook.ts'
import { verifyWebhook } from './verify-webhook.ts'

const secret = `whsec_${randomBytes(32).toString('base64')}`
const other = `whsec_${randomBytes(32).toString('base64')}`
const event = { type: 'checkout.paid', timestamp: '2026-01-01T12:00:00.000Z', data: { gameUserId: 'Zoë ⚔' } }
const body = JSON.stringify(event)
const id = 'evt_1'

test('an event that a store signed is believed, as text and as bytes, with every kind of headers', () => {
  const headers = signWebhook({ id, body, secret })
  const large = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
  for (const form of [headers, new Headers(headers), large]) {
    expect(verifyWebhook({ body, headers: form, secret })).toEqual({ id, ...event })
    expect(verifyWebhook({ body: Buffer.from(body), headers: form, secret })).toEqual({ id, ...event })
  }
})

test('while a secret is replaced, either side may know either of them', () => {
  expect(verifyWebhook({ body, headers: signWebhook({ id, body, secret: [other, secret] }), secret })).toMatchObject({
    id,
  })
  expect(verifyWebhook({ body, headers: signWebhook({ id, body, secret }), secret: [other, secret] })).toMatchObject({
    id,
  })
})

test('the signature is that of the example of Standard Webhooks', () => {
  const headers = signWebhook({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    sentAt: new Date(1_614_265_330_000),
  })
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test.each([
  ['another body', { body: body.replace('Zoë', 'Zoe') }],
  ['another secret', { secret: other }],
  ['no secret', { secret: [] }],
  ['another id', { headers: { 'webhook-id': 'evt_2' } }],
  ['another time', { headers: { 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) + 60) } }],
  ['a time that is no number', { headers: { 'webhook-timestamp': 'NaN' } }],
  ['no signature', { headers: { 'webhook-signature': '' } }],
  ['a signature cut short', { headers: { 'webhook-signature': 'v1,g0hM' } }],
  ['a signature of another version', { headers: { 'webhook-signature': signature().replace('v1,', 'v2,') } }],
  ['an empty signature', { headers: { 'webhook-signature': 'v1,' } }],
])('%s is refused', (_, { headers = {}, ...change }: Change) => {
  const signed = { ...signWebhook({ id, body, secret }), ...headers }
  expect(() => verifyWebhook({ body, secret, ...change, headers: signed })).toThrow(
    expect.objectContaining({ name: 'WebhookError' }),
  )
})

test('an event is believed for five minutes, by a clock that may be as wrong', () => {
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

test.each(['<html>', 'null', '[]', '{"type":"x"}'])('%s is no event, even when it is signed', (text) => {
  const headers = signWebhook({ id, body: text, secret })
  expect(() => verifyWebhook({ body: text, headers, secret })).toThrow(/signed, but/)
})

test('a secret that is empty is a mistake of the receiver, not one that fits everybody', () => {
  expect(() => verifyWebhook({ body, headers: signWebhook({ id, body, secret }), secret: '' })).toThrow(TypeError)
})

type Change = { headers?: Record<string, string>; body?: string; secret?: string | string[] }

function signature(): string {
  return signWebhook({ id, body, secret })['webhook-signature']
}
