import { expect, test } from 'vitest'
import { formatId, newId, type CheckoutId } from '../../src/ids.ts'
import { startStore } from '../start-store.ts'
import { deliveriesOf, expectNoViolations, only } from '../store-records.ts'
import { call, openShop } from './open-shop.ts'

const store = await startStore()

test('a paid callback delivers what was bought', async () => {
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

test('ten simultaneous callbacks of one event, and ten of different ones, deliver once', async () => {
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

test('an event counts once for ever: the same id changes nothing, whatever it says', async () => {
  const shop = await openShop(store)
  const checkoutId = await shop.open()
  await shop.tell(checkoutId, { closed: false }, { eventId: 'once' })
  expect((await shop.pay(checkoutId, 'once')).body).toEqual({ received: 'repeated' })
  expect(await shop.stateOf(checkoutId)).toBe('open')
})

test('a refund that overtakes its payment leaves nothing in the game', async () => {
  const shop = await openShop(store)
  const checkoutId = await shop.open()
  await shop.tell(checkoutId, { refundedMinor: 1990 })
  expect(await shop.stateOf(checkoutId)).toBe('open')
  await shop.pay(checkoutId)
  expect(await shop.stateOf(checkoutId)).toBe('refunded')
  expect(await store.poll(shop.key)).toEqual([])
  expect(await deliveriesOf(store, shop.storeId, { A: shop.serverId })).toEqual(['APPROVE[1] A cancelled by refund'])
  await expectNoViolations(store)
})

test('a dispute takes the goods back, and a refund behind it takes nothing twice', async () => {
  const shop = await openShop(store)
  const checkoutId = await shop.open()
  await shop.pay(checkoutId)
  await store.poll(shop.key)
  await shop.tell(checkoutId, { dispute: 'open' })
  expect(await shop.stateOf(checkoutId)).toBe('disputed')
  expect(await deliveriesOf(store, shop.storeId, { A: shop.serverId })).toEqual([
    'APPROVE[1] A dispatched',
    'REFUND[1] A waiting',
  ])
  await shop.tell(checkoutId, { dispute: 'lost' })
  await shop.tell(checkoutId, { refundedMinor: 1990 })
  expect(await shop.stateOf(checkoutId)).toBe('refunded')
  expect(await deliveriesOf(store, shop.storeId, { A: shop.serverId })).toHaveLength(2)
  await expectNoViolations(store)
})

test('money that comes after the checkout was given up delivers all the same', async () => {
  const shop = await openShop(store, { stock: 1 })
  const checkoutId = await shop.open()
  await shop.tell(checkoutId, { closed: true })
  expect(await shop.stateOf(checkoutId)).toBe('abandoned')
  const other = await shop.open()
  await shop.pay(checkoutId)
  expect(await shop.stateOf(checkoutId)).toBe('paid')
  await shop.pay(other)
  expect(await store.poll(shop.key)).toHaveLength(2)
  expect(await store.query('select stock from products where id = $1', [shop.productId])).toEqual([{ stock: '-1' }])
  await expectNoViolations(store)
})

test('what does not fit is parked, shown once, and delivers nothing', async () => {
  const shop = await openShop(store)
  const other = await openShop(store)
  const checkoutId = await shop.open()
  const paid = { amountMinor: 1990, currency: 'BRL' }
  const misfits = [
    shop.tell(checkoutId, { paid: { amountMinor: 1989, currency: 'BRL' } }),
    shop.tell(checkoutId, { paid: { amountMinor: 1991, currency: 'BRL' } }),
    shop.tell(checkoutId, { paid: { amountMinor: 1990, currency: 'USD' } }),
    shop.tell(checkoutId, { paid, storeId: formatId('sto', other.storeId) }),
    shop.tell(await other.open(), { paid }),
    shop.tell(newId<CheckoutId>(), { paid }),
  ]
  for (const answer of await Promise.all(misfits)) expect(answer).toEqual({ status: 200, body: { received: 'parked' } })
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

test('a callback for a store, a provider or a connection that does not exist gets one and the same answer', async () => {
  const shop = await openShop(store)
  const { secret, storeId } = shop
  const body = '{}'
  const unknown = await call(store, { storeId: newId(), secret, body })
  const unconnected = await call(store, { storeId, secret, body, provider: 'stripe' })
  const fantasy = await call(store, { storeId, secret, body, provider: 'gold' as never })
  for (const answer of [unknown, unconnected, fantasy]) {
    expect(answer).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: 'There is nothing at this address' },
    })
  }
})

test("another store's signature, a changed body and an old one are refused", async () => {
  const shop = await openShop(store)
  const other = await openShop(store)
  const checkoutId = await shop.open()
  const body = JSON.stringify({ type: 'payment', data: {} })
  const old = new Date(Date.now() - 301_000)
  for (const answer of [
    await call(store, { storeId: shop.storeId, secret: other.secret, body }),
    await call(store, { storeId: shop.storeId, secret: shop.secret, body, at: old }),
  ]) {
    expect(answer).toMatchObject({ status: 401, body: { code: 'signature_invalid' } })
  }
  expect(await shop.stateOf(checkoutId)).toBe('open')
})
