import { expect, test } from 'vitest'
import type { CheckoutId, ParkedId } from '../../src/ids.ts'
import { refundPayment } from '../../src/payments/refund-payment.ts'
import { retryRefunds } from '../../src/payments/retry-refunds.ts'
import { resolveParkedPayment } from '../../src/payments/parked/resolve-parked-payment.ts'
import { AppError } from '../../src/errors.ts'
import { startStore } from '../start-store.ts'
import { deliveriesOf, expectNoViolations, only } from '../store-records.ts'
import { openShop } from './open-shop.ts'
import { withRefund } from './with-refund.ts'

const store = await startStore()

/** Sells two products for 19.90 each, paid in the sandbox and dispatched. */
async function sellTwoLines() {
  const shop = await openShop(store)
  const second = await store.createProduct(shop.storeId, { name: 'Pet' })
  const checkoutId = await shop.open([shop.productId, second])
  await store.query('insert into sandbox_payments (store_id, checkout_id, paid) values ($1, $2, true)', [
    shop.storeId,
    checkoutId,
  ])
  await shop.sendCallback(checkoutId, { paid: { amountMinor: 3980, currency: 'BRL' } })
  await store.poll(shop.key)
  return { ...shop, checkoutId, deliveries: () => deliveriesOf(store, shop.storeId, { A: shop.serverId }) }
}

async function refundedAtSandbox(checkoutId: CheckoutId): Promise<number> {
  const [row] = await store.query<{ minor: number }>(
    'select coalesce(sum(value::integer), 0)::integer as minor from sandbox_payments, jsonb_each_text(refunds) where checkout_id = $1',
    [checkoutId],
  )
  return row?.minor ?? 0
}

test('a refund of one line returns its money and revokes its goods; the other line stays', async () => {
  const { storeId, checkoutId, deliveries, stateOf } = await sellTwoLines()
  await refundPayment(store.payments, { storeId, checkoutId, lineNos: [2] })
  expect(await refundedAtSandbox(checkoutId)).toBe(1990)
  expect(await deliveries()).toEqual(['APPROVE[1,2] A dispatched', 'REFUND[2] A waiting'])
  expect(await stateOf(checkoutId)).toBe('paid')
  await refundPayment(store.payments, { storeId, checkoutId })
  expect(await refundedAtSandbox(checkoutId)).toBe(3980)
  expect(await stateOf(checkoutId)).toBe('refunded')
  await expectNoViolations(store)
})

test('ten concurrent refunds return the money once', async () => {
  const { storeId, checkoutId } = await sellTwoLines()
  const all = await Promise.allSettled(
    Array.from({ length: 10 }, () => refundPayment(store.payments, { storeId, checkoutId })),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await refundedAtSandbox(checkoutId)).toBe(3980)
  await expectNoViolations(store)
})

test('a refund that the provider refuses revokes nothing and can be requested again', async () => {
  const { storeId, checkoutId, deliveries, stateOf } = await sellTwoLines()
  const refusing = withRefund(store, async () => {
    throw new AppError('provider_refused', 'The account has no funds')
  })
  await expect(refundPayment(refusing, { storeId, checkoutId })).rejects.toMatchObject({ code: 'provider_refused' })
  const failing = withRefund(store, async () => 'failed')
  await expect(refundPayment(failing, { storeId, checkoutId })).rejects.toMatchObject({ code: 'provider_refused' })
  expect(await deliveries()).toEqual(['APPROVE[1,2] A dispatched'])
  const events = await store.query<{ body: string }>(
    "select body from events where store_id = $1 and type = 'checkout.refund_refused' order by id",
    [storeId],
  )
  expect(events.map(({ body }) => (JSON.parse(body) as { data: unknown }).data)).toMatchObject([
    { refusedLines: [1, 2], reason: 'The account has no funds', isWithdrawal: false },
    { refusedLines: [1, 2], reason: 'sandbox reports that the refund failed', isWithdrawal: false },
  ])
  await refundPayment(store.payments, { storeId, checkoutId })
  expect(await stateOf(checkoutId)).toBe('refunded')
})

test('a refund that was interrupted after the provider executed it is completed once by the next retry', async () => {
  const { storeId, checkoutId, stateOf } = await sellTwoLines()
  const connection = await store.payments.connections.require(storeId, 'sandbox')
  const interrupted = withRefund(store, async (request) => {
    await connection.refund(request)
    throw new AppError('provider_unavailable', 'The connection was cut')
  })
  await expect(refundPayment(interrupted, { storeId, checkoutId })).rejects.toMatchObject({
    code: 'provider_unavailable',
  })
  expect(await stateOf(checkoutId)).toBe('paid')
  await store.query("update payment_refunds set retry_at = now() - interval '1 s' where checkout_id = $1", [checkoutId])
  await retryRefunds(store.payments, store.database.reader)
  expect(await stateOf(checkoutId)).toBe('refunded')
  expect(await refundedAtSandbox(checkoutId)).toBe(3980)
  expect(await retryRefunds(store.payments, store.database.reader)).toBe(0)
  await expectNoViolations(store)
})

test('the callback of a refund by the store is applied, and a refund of a different amount is parked', async () => {
  const { storeId, checkoutId, sendCallback, stateOf } = await sellTwoLines()
  const parked = () => store.query('select reason, resolution_note from parked_payments where store_id = $1', [storeId])
  await refundPayment(store.payments, { storeId, checkoutId, lineNos: [1] })
  await sendCallback(checkoutId, { refundedMinor: 1990 })
  expect(await parked()).toEqual([])
  await sendCallback(checkoutId, { refundedMinor: 2500 })
  expect(await parked()).toEqual([{ reason: 'partial_refund', resolution_note: null }])
  expect(await stateOf(checkoutId)).toBe('paid')
  await sendCallback(checkoutId, { refundedMinor: 3980 })
  expect(await stateOf(checkoutId)).toBe('refunded')
  expect(await parked()).toEqual([{ reason: 'partial_refund', resolution_note: 'the whole checkout was refunded' }])
  await expectNoViolations(store)
})

test('each partial refund at the provider is parked and reported once', async () => {
  const { storeId, checkoutId, sendCallback } = await sellTwoLines()
  const parked = () =>
    store.query<{ id: ParkedId; open: boolean }>(
      'select id, resolved_at is null as open from parked_payments where store_id = $1 order by parked_at',
      [storeId],
    )
  await sendCallback(checkoutId, { refundedMinor: 500 })
  await resolveParkedPayment(store.database.app, { storeId, parkedId: only(await parked()).id, note: 'a present' })
  await sendCallback(checkoutId, { refundedMinor: 500 })
  expect(await parked()).toMatchObject([{ open: false }])
  for (let i = 0; i < 2; i++) await sendCallback(checkoutId, { refundedMinor: 2_490 })
  expect(await parked()).toMatchObject([{ open: false }, { open: true }])
  const events = await store.query("select from events where store_id = $1 and type = 'payment.parked'", [storeId])
  expect(events).toHaveLength(2)
})

test('a checkout that was sold manually or is not paid cannot be refunded by a provider', async () => {
  const { storeId, open, productId } = await openShop(store)
  const outside = await store.sell(storeId, '42', [productId])
  await expect(refundPayment(store.payments, { storeId, checkoutId: outside.checkoutId })).rejects.toMatchObject({
    code: 'not_found',
  })
  const unpaid = refundPayment(store.payments, { storeId, checkoutId: await open() })
  await expect(unpaid).rejects.toMatchObject({ code: 'not_refundable' })
})
