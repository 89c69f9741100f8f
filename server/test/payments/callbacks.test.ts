import { expect, test } from 'vitest'
import { formatId, newId, type CheckoutId } from '../../src/ids.ts'
import { listParkedPayments } from '../../src/payments/parked/list-parked-payments.ts'
import { retryRefunds } from '../../src/payments/retry-refunds.ts'
import { startStore } from '../start-store.ts'
import { deliveriesOf, expectNoViolations, only } from '../store-records.ts'
import { postCallback, openShop } from './open-shop.ts'
import { withRefund } from './with-refund.ts'

const store = await startStore()

test('a paid callback enqueues the delivery', async () => {
  const shop = await openShop(store)
  const checkoutId = await shop.open()
  expect(await store.poll(shop.key)).toEqual([])
  expect(await shop.pay(checkoutId)).toEqual({ status: 200, body: { received: 'applied' } })
  expect(only(await store.poll(shop.key))).toMatchObject({
    checkoutId: formatId('chk', checkoutId),
    deliveryType: 'APPROVE',
  })
  await expectNoViolations(store)
})

test('ten concurrent callbacks create one delivery, with the same event id and with different ones', async () => {
  const shop = await openShop(store)
  for (const eventIdOf of [() => 'the same', (i: number) => `another ${i}`]) {
    const checkoutId = await shop.open()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => shop.pay(checkoutId, `${eventIdOf(i)} ${checkoutId}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  }
  expect(await store.poll(shop.key)).toHaveLength(2)
  await expectNoViolations(store)
})

test('a repeated event id changes nothing, even with different facts', async () => {
  const shop = await openShop(store)
  const checkoutId = await shop.open()
  await shop.sendCallback(checkoutId, { closed: false }, { eventId: 'once' })
  expect((await shop.pay(checkoutId, 'once')).body).toEqual({ received: 'repeated' })
  expect(await shop.stateOf(checkoutId)).toBe('open')
})

test('a refund that arrives before its payment delivers nothing', async () => {
  const shop = await openShop(store)
  const checkoutId = await shop.open()
  await shop.sendCallback(checkoutId, { refundedMinor: 1990 })
  expect(await shop.stateOf(checkoutId)).toBe('open')
  await shop.pay(checkoutId)
  expect(await shop.stateOf(checkoutId)).toBe('refunded')
  expect(await store.poll(shop.key)).toEqual([])
  expect(await deliveriesOf(store, shop.storeId, { A: shop.serverId })).toEqual(['APPROVE[1] A cancelled by refund'])
  await expectNoViolations(store)
})

test('a dispute revokes the goods, and a later refund does not revoke them again', async () => {
  const shop = await openShop(store)
  const checkoutId = await shop.open()
  await shop.pay(checkoutId)
  await store.poll(shop.key)
  await shop.sendCallback(checkoutId, { dispute: 'open' })
  expect(await shop.stateOf(checkoutId)).toBe('disputed')
  expect(await deliveriesOf(store, shop.storeId, { A: shop.serverId })).toEqual([
    'APPROVE[1] A dispatched',
    'REFUND[1] A waiting',
  ])
  await shop.sendCallback(checkoutId, { dispute: 'lost' })
  await shop.sendCallback(checkoutId, { refundedMinor: 1990 })
  expect(await shop.stateOf(checkoutId)).toBe('refunded')
  expect(await deliveriesOf(store, shop.storeId, { A: shop.serverId })).toHaveLength(2)
  await expectNoViolations(store)
})

test('a payment that arrives after the checkout was abandoned is still delivered if its stock is left', async () => {
  const shop = await openShop(store, { stock: 1 })
  const checkoutId = await shop.open()
  await shop.sendCallback(checkoutId, { closed: true })
  expect(await shop.stateOf(checkoutId)).toBe('abandoned')
  await shop.pay(checkoutId)
  expect(await shop.stateOf(checkoutId)).toBe('paid')
  expect(await store.poll(shop.key)).toHaveLength(1)
  await expectNoViolations(store)
})

test('a payment that arrives after the last piece was sold again is returned once, and delivers nothing', async () => {
  const shop = await openShop(store, { stock: 1 })
  const checkoutId = await shop.open()
  await shop.sendCallback(checkoutId, { closed: true })
  const other = await shop.open()
  const paymentRef = `pay ${checkoutId}`
  const paid = { amountMinor: 1990, currency: 'BRL' }
  for (let i = 0; i < 3; i++) await shop.sendCallback(checkoutId, { paid, paymentRef })
  expect(await shop.stateOf(checkoutId)).toBe('abandoned')
  await shop.pay(other)
  expect(await store.poll(shop.key)).toHaveLength(1)
  expect(await store.query('select stock from products where id = $1', [shop.productId])).toEqual([{ stock: '0' }])

  const sent: object[] = []
  const accept = withRefund(store, async ({ amountMinor }) => {
    sent.push({ amountMinor })
    return 'succeeded'
  })
  await retryRefunds(accept, store.database.reader)
  await shop.sendCallback(checkoutId, { paid, paymentRef, refundedMinor: 1990 })
  await retryRefunds(accept, store.database.reader)
  expect(sent).toEqual([{ amountMinor: 1990 }])
  expect(await shop.stateOf(checkoutId)).toBe('abandoned')
  expect(
    await store.query('select return_reason, refunded_minor::integer as back from payments where checkout_id = $1', [
      checkoutId,
    ]),
  ).toEqual([{ return_reason: 'stock', back: 1990 }])
  await expectNoViolations(store)
})

test('money that the provider refuses to return is parked', async () => {
  const shop = await openShop(store, { stock: 1 })
  const checkoutId = await shop.open()
  await shop.sendCallback(checkoutId, { closed: true })
  await shop.open()
  await shop.sendCallback(checkoutId, { paid: { amountMinor: 1990, currency: 'BRL' }, paymentRef: 'pay 1' })
  await retryRefunds(
    withRefund(store, async () => 'failed'),
    store.database.reader,
  )
  const parked = await listParkedPayments(store.database.app, { storeId: shop.storeId, includeResolved: false })
  expect(parked).toMatchObject([{ reason: 'return_refused', checkoutId, facts: { paid: { amountMinor: 1990 } } }])
  await expectNoViolations(store)
})

test('a payment that does not match its checkout is parked once and delivers nothing', async () => {
  const shop = await openShop(store)
  const other = await openShop(store)
  const checkoutId = await shop.open()
  const paid = { amountMinor: 1990, currency: 'BRL' }
  const mismatches = [
    shop.sendCallback(checkoutId, { paid: { amountMinor: 1989, currency: 'BRL' } }),
    shop.sendCallback(checkoutId, { paid: { amountMinor: 1991, currency: 'BRL' } }),
    shop.sendCallback(checkoutId, { paid: { amountMinor: 1990, currency: 'USD' } }),
    shop.sendCallback(checkoutId, { paid, storeId: formatId('sto', other.storeId) }),
    shop.sendCallback(await other.open(), { paid }),
    shop.sendCallback(newId<CheckoutId>(), { paid }),
  ]
  for (const answer of await Promise.all(mismatches))
    expect(answer).toEqual({ status: 200, body: { received: 'parked' } })
  const parked = await store.query<{ reason: string }>(
    'select reason from parked_payments where store_id = $1 order by 1',
    [shop.storeId],
  )
  expect(parked.map(({ reason }) => reason)).toEqual([
    'amount_mismatch',
    'currency_mismatch',
    'store_mismatch',
    'unknown_checkout',
    'unknown_checkout',
  ])
  expect(await store.poll(shop.key)).toEqual([])
  expect(await store.poll(other.key)).toEqual([])
})

test('an unknown store, an unknown provider and a missing connection get the same response', async () => {
  const shop = await openShop(store)
  const { secret, storeId } = shop
  const body = '{}'
  const unknown = await postCallback(store, { storeId: newId(), secret, body })
  const unconnected = await postCallback(store, { storeId, secret, body, provider: 'stripe' })
  const unknownProvider = await postCallback(store, { storeId, secret, body, provider: 'gold' as never })
  for (const answer of [unknown, unconnected, unknownProvider]) {
    expect(answer).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: 'There is nothing at this address' },
    })
  }
})

test('a signature of another store, of another body or of an earlier time is refused', async () => {
  const shop = await openShop(store)
  const other = await openShop(store)
  const checkoutId = await shop.open()
  const body = JSON.stringify({ type: 'payment', data: {} })
  const old = new Date(Date.now() - 301_000)
  for (const answer of [
    await postCallback(store, { storeId: shop.storeId, secret: other.secret, body }),
    await postCallback(store, { storeId: shop.storeId, secret: shop.secret, body, at: old }),
    await postCallback(store, { storeId: shop.storeId, secret: shop.secret, body, signedBody: `${body} ` }),
  ]) {
    expect(answer).toMatchObject({ status: 401, body: { code: 'signature_invalid' } })
  }
  expect(await shop.stateOf(checkoutId)).toBe('open')
})

test('callbacks are counted by provider and result, but not those for stores that are not connected', async () => {
  const numberOf = async (result: string) => {
    const series = `quartermaster_payment_callbacks_total{provider="sandbox",result="${result}"} `
    const line = (await store.metrics.registry.metrics()).split('\n').find((one) => one.startsWith(series))
    return Number(line?.slice(series.length))
  }
  const [applied, refused, failed] = [await numberOf('applied'), await numberOf('refused'), await numberOf('failed')]
  const shop = await openShop(store)
  await shop.pay(await shop.open())
  const body = '{}'
  await postCallback(store, { storeId: shop.storeId, secret: shop.secret, body, signedBody: `${body} ` })
  await postCallback(store, { storeId: newId(), secret: shop.secret, body })
  expect([await numberOf('applied'), await numberOf('refused'), await numberOf('failed')]).toEqual([
    applied + 1,
    refused + 1,
    failed,
  ])
})

test('the address of a payment page is stored as long as the checkout can be paid there', async () => {
  const { open, pay, sendCallback } = await openShop(store)
  const [paid, closed, waiting] = [await open(), await open(), await open()]
  await pay(paid)
  await sendCallback(closed, { closed: true })
  const rows = await store.query<{ checkout_id: string; has_url: boolean }>(
    'select checkout_id, page_url is not null as has_url from payments where checkout_id = any($1)',
    [[paid, closed, waiting]],
  )
  const hasUrl = new Map(rows.map((row) => [row.checkout_id, row.has_url]))
  expect([paid, closed, waiting].map((id) => hasUrl.get(id))).toEqual([false, false, true])
})
