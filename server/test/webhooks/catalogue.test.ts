import { type EventType, WEBHOOK_EVENTS } from '@quartermaster/contract/webhook-events'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { testEndpoint } from '../../src/webhooks/endpoints/test-endpoint.ts'
import { openShop } from '../payments/open-shop.ts'
import { expire, passTime } from '../store-records.ts'
import { startReceiver, startWorld } from './webhook-world.ts'

const world = await startWorld()

/** The data of every event that was recorded in a store, in order, each held against the catalogue. */
async function eventsOf(storeId: string): Promise<{ type: EventType; data: Record<string, unknown> }[]> {
  const ajv = new Ajv({ strict: false })
  const rows = await world.query<{ type: EventType; body: string }>(
    'select type, body from events where store_id = $1 order by id',
    [storeId],
  )
  return rows.map(({ type, body }) => {
    const told = JSON.parse(body) as { type: EventType; timestamp: string; data: Record<string, unknown> }
    expect(told).toMatchObject({ type, timestamp: expect.stringMatching(/^[-0-9]{10}T[:0-9]{8}\.\d{3}Z$/) as string })
    expect(ajv.validate(WEBHOOK_EVENTS[type], told.data), `${body}: ${ajv.errorsText()}`).toBe(true)
    return { type, data: told.data }
  })
}

test('the life of a sale is told as the catalogue says', async () => {
  const storeId = await world.createStore()
  await world.createServer(storeId)
  const [timed, other] = [
    await world.createProduct(storeId, { durationSeconds: 60 }),
    await world.createProduct(storeId),
  ]
  const { checkoutId } = await world.sell(storeId, 'steve "42"', [timed, [other, 3]])
  await world.refund(storeId, checkoutId, [2])
  await passTime(world, storeId, 120)
  await expire(world)
  expect(await eventsOf(storeId)).toMatchObject([
    {
      type: 'checkout.paid',
      data: { gameUserId: 'steve "42"', total: 79.6, lines: [{ quantity: 1 }, { quantity: 3 }] },
    },
    { type: 'checkout.refunded', data: { refundedLines: [2] } },
    { type: 'entitlement.expired', data: { gameUserId: 'steve "42"' } },
  ])
})

test('the life of a payment is told as the catalogue says', async () => {
  const shop = await openShop(world)
  const checkoutId = await shop.open()
  await shop.pay(checkoutId)
  const paid = { amountMinor: 1990, currency: 'BRL' }
  await shop.tell(checkoutId, { paid, dispute: 'open' })
  await shop.tell(checkoutId, { paid, dispute: 'lost' })
  const abandoned = await shop.open()
  await shop.tell(abandoned, { closed: true })
  const parked = await shop.open()
  await shop.tell(parked, { paid: { amountMinor: 1, currency: 'BRL' }, paymentRef: 'payment' })
  const { key } = await world.addEndpoint(shop.storeId, (await startReceiver()).url)
  await testEndpoint(world.database.app, key)
  expect((await eventsOf(shop.storeId)).map(({ type }) => type)).toEqual([
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
