import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDeliveryQueue } from '../../src/delivery/queue/delivery-queue.ts'
import { markProcessed } from '../../src/delivery/ledger/mark-processed.ts'
import { type CheckoutId, formatId } from '../../src/ids.ts'
import { type Facts, NO_FACTS } from '../../src/payments/provider.ts'
import { receiveCallbackEvent } from '../../src/payments/receive-callback.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations } from '../store-records.ts'
import { openShop } from './open-shop.ts'

const RACES = Number(process.env['RACES'] ?? 300)
const CONCURRENCY = 4
const store = await startStore()

/** Runs races in one store, one after the other. Returns in how many the delivery was dispatched first. */
async function race(rounds: number): Promise<number> {
  const shop = await openShop(store)
  const { storeId, serverId } = shop
  const server = { storeId, serverId, profile: 'standard' as const }
  const queue = createDeliveryQueue(store.database.gateway)
  const connection = await store.payments.connections.require(storeId, 'sandbox')
  let events = 0

  async function sendFacts(checkoutId: CheckoutId, change: Partial<Facts>): Promise<void> {
    const facts = { ...NO_FACTS, ...change, checkoutId: formatId('chk', checkoutId), paymentRef: checkoutId }
    const event = { eventId: `evt ${events++}`, kind: 'test', content: { facts } }
    const context = { db: store.database.app, connection }
    expect(await receiveCallbackEvent(context, { storeId, provider: 'sandbox', event })).toBe('applied')
  }

  let dispatchedFirst = 0
  // The side that won starts later in the next round, so that most rounds are close.
  let dispatchDelayMs = 0
  for (let round = 0; round < rounds; round++) {
    const checkoutId = await shop.open()
    await sendFacts(checkoutId, { paid: { amountMinor: 1990, currency: 'BRL' } })
    const [, dispatched] = await Promise.all([
      sendFacts(checkoutId, round % 2 === 0 ? { refundedMinor: 1990 } : { dispute: 'open' }),
      sleep(Math.max(0, dispatchDelayMs)).then(() => queue.dispatch(server)),
    ])
    const wasDispatched = dispatched.deliveries.some(({ delivery_type: type }) => type === 'APPROVE')
    dispatchDelayMs += wasDispatched ? 1 : -1
    if (wasDispatched) dispatchedFirst++
    const { deliveries } = await queue.dispatch(server)
    const types = deliveries.map(({ delivery_type: type }) => type)
    expect(types, `round ${round}`).toEqual(wasDispatched ? ['APPROVE', 'REFUND'] : [])
    for (const { id: deliveryId } of deliveries) await markProcessed(store.database.gateway, { ...server, deliveryId })
  }
  return dispatchedFirst
}

test(`a refund or dispute that arrives during a dispatch revokes the goods or prevents their dispatch, in ${RACES} races`, async () => {
  const counts = await Promise.all(Array.from({ length: CONCURRENCY }, () => race(RACES / CONCURRENCY)))
  const dispatchedFirst = counts.reduce((sum, count) => sum + count, 0)
  // Both sides must win sometimes, otherwise the test does not test a race.
  expect(Math.min(dispatchedFirst, RACES - dispatchedFirst)).toBeGreaterThan(RACES / 20)
  await expectNoViolations(store)
}, 180_000)
