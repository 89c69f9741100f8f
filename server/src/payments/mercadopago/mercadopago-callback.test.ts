import { createHmac } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import { signMercadopago } from '../../../test/providers/fake-mercadopago-callbacks.ts'
import { startFakeMercadopago } from '../../../test/providers/fake-mercadopago.ts'
import { toCallback, startTestMerchant } from '../../../test/providers/test-merchant.ts'
import { createMercadopago } from './mercadopago.ts'
import type { Callback } from '../provider.ts'

const fake = await startFakeMercadopago()
const merchant = await startTestMerchant(fake)
afterEach(() => fake.behave({}))
afterAll(() => merchant.close())

const CALLBACK_URL = 'https://shop.example/callback?source_news=webhooks'
const secret = fake.credentials['webhookSecret'] ?? ''

type Signing = Partial<Parameters<typeof signMercadopago>[1]>

/** A signed callback of payment 123. */
function createCallback(body: unknown, change: Signing = {}): Callback {
  const signing = { secret, at: new Date(), url: CALLBACK_URL, dataId: '123', type: 'payment', ...change }
  return toCallback(signMercadopago(typeof body === 'string' ? body : JSON.stringify(body), signing))
}

const read = (callback: Callback) => merchant.connection.readCallback(callback)
const expectRefused = (callback: Callback) =>
  expect(read(callback)).rejects.toMatchObject({ code: 'signature_invalid' })

test('a signature that was created with openssl is accepted', async () => {
  const connection = createMercadopago().connect({
    ...fake.credentials,
    webhookSecret: 'a-secret-of-the-webhooks-page',
  })
  // printf %s 'id:123456789;request-id:<below>;ts:1704908010;' | openssl dgst -sha256 -hmac <the secret above>
  const v1 = 'bf4340b2394dfef26c4bbf3faee41df047f33d1bdf9976a69eee0308f47ccf97'
  const callback = {
    body: Buffer.from('{"type":"payment","data":{"id":"123456789"}}'),
    headers: {
      'x-request-id': ['0b7e5f4c-d91a-4b66-a2d1-f7730c95e86a'],
      'x-signature': [`ts=1704908010,v1=${v1}`],
    },
    query: new URLSearchParams('data.id=123456789&type=payment'),
    receivedAt: new Date(1704908010_000 + 60_000),
  }
  expect(await connection.readCallback(callback)).toEqual({
    eventId: '0b7e5f4c-d91a-4b66-a2d1-f7730c95e86a:123456789',
    kind: 'payment',
    content: { refs: { paymentRef: '123456789' } },
  })
})

test('the time of a signature can be in seconds or in milliseconds', async () => {
  for (const inMilliseconds of [false, true]) {
    for (const minutes of [-4.9, 0, 4.9]) {
      const at = new Date(Date.now() + minutes * 60_000)
      expect((await read(createCallback({}, { at, inMilliseconds }))).kind).toBe('payment')
    }
    for (const minutes of [-5.2, 5.2]) {
      await expectRefused(createCallback({}, { at: new Date(Date.now() + minutes * 60_000), inMilliseconds }))
    }
  }
})

test('a signature header with two timestamps or two signatures is refused', async () => {
  const callback = createCallback({})
  const right = callback.headers['x-signature']?.[0] ?? ''
  const [ts = '', v1 = ''] = right.split(',')
  const old = `ts=${Number(ts.slice(3)) - 3600}`
  const wrong = `v1=${'0'.repeat(64)}`
  const forms = [`${old},${right}`, `${right},${old}`, `${wrong},${right}`, `${right},${wrong}`, `${ts},${ts},${v1}`]
  const spellings = [right.toUpperCase(), `${right},TS=1`, `${right}, Ts =1`, `${right},V1=x`, ts, v1, `${ts};${v1}`]
  for (const value of [...forms, ...spellings]) {
    await expectRefused({ ...callback, headers: { ...callback.headers, 'x-signature': [value] } })
  }
})

test('a query string without exactly one id and one type is refused', async () => {
  const callback = createCallback({})
  for (const change of [
    (query: URLSearchParams) => query.delete('data.id'),
    (query: URLSearchParams) => query.append('data.id', '123'),
    (query: URLSearchParams) => query.append('data.id', '124'),
    (query: URLSearchParams) => query.set('data.id', '124'),
    (query: URLSearchParams) => query.set('data.id', ''),
    (query: URLSearchParams) => query.append('type', 'payment'),
    (query: URLSearchParams) => query.delete('type'),
  ]) {
    const query = new URLSearchParams(callback.query)
    change(query)
    await expectRefused({ ...callback, query })
  }
})

test('the signed text cannot be split in another way', async () => {
  // The same signed text, with part of the id moved into the request id.
  const at = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', secret).update(`id:1;request-id:a;request-id:b;ts:${at};`).digest('hex')
  for (const [dataId, requestId] of [
    ['1;request-id:a', 'b'],
    ['1', 'a;request-id:b'],
  ] as const) {
    const headers = { 'x-request-id': [requestId], 'x-signature': [`ts=${at},v1=${v1}`] }
    const query = new URLSearchParams({ 'data.id': dataId, type: 'payment' })
    await expectRefused({ body: Buffer.from('{}'), headers, query, receivedAt: new Date() })
  }
})

test('a body that contradicts the query string is refused', async () => {
  for (const body of [
    { data: { id: '124' } },
    { data: { id: 124 } },
    { data: { id: null } },
    { data: { id: ['123'] } },
    { type: 'topic_chargebacks_wh' },
    { type: null },
    { type: 'topic_merchant_order_wh', data: { id: '123' } },
    '[]',
    '',
    '{"data":',
  ]) {
    await expectRefused(createCallback(body))
  }
})

test('a body can leave out the ids or have the id as a number', async () => {
  for (const body of [
    {},
    { data: {} },
    { data: null },
    { data: { id: 123 } },
    { data: { id: '123' }, type: 'payment' },
  ]) {
    expect((await read(createCallback(body))).content).toEqual({ refs: { paymentRef: '123' } })
  }
})

test('the event id depends only on signed values, not on the body or the case of the id', async () => {
  const callback = createCallback({ id: 1, type: 'topic_x' }, { dataId: 'ABC9', type: 'topic_x' })
  const { eventId } = await read(callback)
  const query = new URLSearchParams(callback.query)
  query.set('data.id', 'abc9')
  const replayed = { ...callback, query, body: Buffer.from(JSON.stringify({ id: 2, action: 'x', live_mode: false })) }
  expect((await read(replayed)).eventId).toBe(eventId)
  expect((await read(createCallback({}, { dataId: 'ABC9' }))).eventId).not.toBe(eventId)
})

test('the payment of a chargeback is read from MercadoPago and not from the body', async () => {
  const { page, paymentRef } = await merchant.openAndPay()
  await fake.dispute(page.pageRef, 'open')
  const dataId = fake.chargebackOf(page.pageRef)
  const body = { type: 'topic_chargebacks_wh', data: { id: Number(dataId), payment_id: 999 } }
  const { content, kind } = await read(createCallback(body, { dataId, type: 'topic_chargebacks_wh' }))
  expect({ content, kind }).toEqual({ kind: 'topic_chargebacks_wh', content: { refs: { paymentRef } } })
  expect(await merchant.connection.queryPayment({ paymentRef })).toMatchObject({ dispute: 'open' })

  fake.behave({ failWith: 500 })
  const later = read(createCallback(body, { dataId, type: 'topic_chargebacks_wh' }))
  await expect(later).rejects.toMatchObject({ code: 'provider_unavailable' })
})

test('callbacks of other kinds, of unknown chargebacks and with malformed ids are ignored', async () => {
  expect((await read(createCallback({}, { type: 'topic_chargebacks_wh', dataId: '55' }))).content).toBe('ignored')
  const before = fake.requests.length
  for (const type of ['topic_merchant_order_wh', 'topic_claims_integration_wh', 'order', 'mp-connect']) {
    expect((await read(createCallback({ type }, { type }))).content).toBe('ignored')
  }
  expect((await read(createCallback({}, { dataId: 'not-a-number' }))).content).toBe('ignored')
  expect(fake.requests.length).toBe(before)
})

test('a chargeback with an invalid signature causes no request', async () => {
  const before = fake.requests.length
  await expectRefused(
    createCallback({}, { type: 'topic_chargebacks_wh', secret: fake.otherCredentials['webhookSecret'] ?? '' }),
  )
  expect(fake.requests.length).toBe(before)
})
