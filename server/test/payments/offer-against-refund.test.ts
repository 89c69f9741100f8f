import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDeliveryQueue } from '../../src/delivery/queue/delivery-queue.ts'
import { markProcessed } from '../../src/delivery/ledger/mark-processed.ts'
import { type CheckoutId, formatId } from '../../src/ids.ts'
import type { Facts } from '../../src/payments/provider.ts'
import { receiveNotice } from '../../src/payments/receive-callback.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations } from '../store-records.ts'
import { openShop } from './open-shop.ts'

const RACES = 1_000
const LANES = 4
const store = await startStore()

/** Races of one shop, one after the other. Answers how often the offer came first. */
async function race(rounds: number): Promise<number> {
  const shop = await openShop(store)
  const { storeId, serverId } = shop
  const me = { storeId, serverId, profile: 'standard' as const }
  const queue = createDeliveryQueue(store.database.gateway)
  const account = await store.payments.accounts.require(storeId, 'sandbox')
  let told = 0

  async function tell(checkoutId: CheckoutId, change: Partial<Facts>): Promise<void> {
    const nothing = { storeId: null, paid: null, refundedMinor: 0, dispute: 'none' as const, closed: false }
    const facts = { ...nothing, ...change, checkoutId: formatId('chk', checkoutId), paymentRef: checkoutId }
    const notice = { eventId: `evt ${told++}`, kind: 'test', tells: { facts } }
    const received = await receiveNotice({ db: store.database.app, account }, { storeId, provider: 'sandbox', notice })
    expect(received).toBe('applied')
  }

  let offered = 0
  // Whoever won gets a worse start in the next round, so that most rounds are close.
  let headStartMs = 0
  for (let round = 0; round < rounds; round++) {
    const checkoutId = await shop.open()
    await tell(checkoutId, { paid: { amountMinor: 1990, currency: 'BRL' } })
    const [, handedOut] = await Promise.all([
      tell(checkoutId, round % 2 === 0 ? { refundedMinor: 1990 } : { dispute: 'open' }),
      sleep(Math.max(0, headStartMs)).then(() => queue.dispatch(me)),
    ])
    const wasDispatched = handedOut.deliveries.some(({ delivery_type: type }) => type === 'APPROVE')
    headStartMs += wasDispatched ? 1 : -1
    if (wasDispatched) offered++
    const { deliveries: elements } = await queue.dispatch(me)
    const types = elements.map(({ delivery_type: type }) => type)
    expect(types, `round ${round}`).toEqual(wasDispatched ? ['APPROVE', 'REFUND'] : [])
    for (const { id: deliveryId } of elements) await markProcessed(store.database.gateway, { ...me, deliveryId })
  }
  return offered
}

test(`a refund or dispute told while the goods are handed out, ${RACES} races: taken back behind the offer, or never offered`, async () => {
  const counts = await Promise.all(Array.from({ length: LANES }, () => race(RACES / LANES)))
  const offered = counts.reduce((sum, count) => sum + count, 0)
  // A race that always ends the same way is no race.
  expect(Math.min(offered, RACES - offered)).toBeGreaterThan(RACES / 20)
  await expectNoViolations(store)
}, 180_000)
