import { type EventType, WEBHOOK_EVENTS } from '@quartermaster/contract/webhook-events'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { testEndpoint } from '../../src/webhooks/endpoints/test-endpoint.ts'
import { openShop } from '../payments/open-shop.ts'
import { expire, passTime } from '../store-records.ts'
import { startReceiver, startWebhookStore } from './start-webhook-store.ts'

const store = await startWebhookStore()

/** Reads the events of a store in order, and validates each against its schema. */
async function readEvents(storeId: string): Promise<{ type: EventType; data: Record<string, unknown> }[]> {
  const ajv = new Ajv({ strict: false })
  const rows = await store.query<{ type: EventType; body: string }>(
    'select type, body from events where store_id = $1 order by id',
    [storeId],
  )
  return rows.map(({ type, body }) => {
    const event = JSON.parse(body) as { type: EventType; timestamp: string; data: Record<string, unknown> }
    expect(event).toMatchObject({ type, timestamp: expect.stringMatching(/^[-0-9]{10}T[:0-9]{8}\.\d{3}Z$/) as string })
    expect(ajv.validate(WEBHOOK_EVENTS[type], event.data), `${body}: ${ajv.errorsText()}`).toBe(true)
    return { type, data: event.data }
  })
}

test('the events of a sale, a refund and an expiry match their schemas', async () => {
  const storeId = await store.createStore()
  await store.createServer(storeId)
  const [timed, other] = [
    await store.createProduct(storeId, { durationSeconds: 60 }),
    await store.createProduct(storeId),
  ]
  const { checkoutId } = await store.sell(storeId, 'steve "42"', [timed, [other, 3]])
  await store.refund(storeId, checkoutId, [2])
  await passTime(store, storeId, 120)
  await expire(store)
  expect(await readEvents(storeId)).toMatchObject([
    {
      type: 'checkout.paid',
      data: { gameUserId: 'steve "42"', total: 79.6, lines: [{ quantity: 1 }, { quantity: 3 }] },
    },
    { type: 'checkout.refunded', data: { refundedLines: [2] } },
    { type: 'entitlement.expired', data: { gameUserId: 'steve "42"' } },
  ])
})

test('the events of payments and disputes match their schemas', async () => {
  const shop = await openShop(store)
  const checkoutId = await shop.open()
  await shop.pay(checkoutId)
  const paid = { amountMinor: 1990, currency: 'BRL' }
  await shop.sendCallback(checkoutId, { paid, dispute: 'open' })
  await shop.sendCallback(checkoutId, { paid, dispute: 'lost' })
  const abandoned = await shop.open()
  await shop.sendCallback(abandoned, { closed: true })
  const parked = await shop.open()
  await shop.sendCallback(parked, { paid: { amountMinor: 1, currency: 'BRL' }, paymentRef: 'payment' })
  const { key } = await store.addEndpoint(shop.storeId, (await startReceiver()).url)
  await testEndpoint(store.database.app, key)
  expect((await readEvents(shop.storeId)).map(({ type }) => type)).toEqual([
    'checkout.opened',
    'checkout.paid',
    'checkout.disputed',
    'dispute.closed',
    'checkout.opened',
    'checkout.abandoned',
    'checkout.opened',
    'payment.parked',
    'endpoint.test',
  ])
})
