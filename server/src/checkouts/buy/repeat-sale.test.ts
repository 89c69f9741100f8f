import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import { deliveriesOf, expectNoViolations, entitlementsOf } from '../../../test/store-records.ts'
import { saveProduct } from '../../catalog/save-product.ts'
import { resendDelivery } from '../../redelivery/resend-delivery.ts'

const store = await startStore()

test('twenty simultaneous sales with one reference are one sale and return the same response', async () => {
  const storeId = await store.createStore()
  const { serverId } = await store.createServer(storeId)
  const product = await store.createProduct(storeId, { durationSeconds: 100 })
  const sold = await Promise.all(
    Array.from({ length: 20 }, () => store.sell(storeId, '42', [[product, 2]], { reference: 'order 7' })),
  )
  expect(new Set(sold.map((sale) => JSON.stringify(sale))).size).toBe(1)
  expect(await deliveriesOf(store, storeId, { A: serverId })).toEqual(['APPROVE[1] A waiting'])
  expect(await entitlementsOf(store, storeId, product)).toEqual([{ player: '42', seconds: 200 }])
})

test('a repeated sale returns the first sale, whatever happened to it since', async () => {
  const storeId = await store.createStore()
  const { key, serverId } = await store.createServer(storeId)
  const product = await store.createProduct(storeId)
  const again = () => store.sell(storeId, '42', [product], { reference: 'r' })
  const first = await again()
  const [deliveryId] = first.deliveryIds
  for (const { id } of await store.poll(key)) await store.report(key, id)
  expect(await again()).toEqual(first)
  if (deliveryId) await resendDelivery(store.database.app, { storeId, deliveryId })
  expect(await again()).toEqual(first)
  await store.refund(storeId, first.checkoutId)
  expect(await again()).toEqual(first)
  expect(await deliveriesOf(store, storeId, { A: serverId })).toEqual([
    'APPROVE[1] A processed',
    'APPROVE[1] A cancelled by refund',
    'REFUND[1] A waiting',
  ])
})

test('a repeated sale returns the first sale even if the subscription has expired since', async () => {
  const storeId = await store.createStore()
  await store.createServer(storeId)
  const product = await store.createProduct(storeId)
  const first = await store.sell(storeId, '42', [product], { reference: 'r' })
  await store.query('update stores set expires_at = now() where id = $1', [storeId])
  expect(await store.sell(storeId, '42', [product], { reference: 'r' })).toEqual(first)
})

test('a repeated sale returns the first sale even if the catalogue has changed since', async () => {
  const storeId = await store.createStore()
  await store.createServer(storeId)
  const product = await store.createProduct(storeId)
  const first = await store.sell(storeId, '42', [product], { reference: 'r' })
  await store.createProduct(storeId, { id: product, price: '99.00', buyerChoosesServer: true })
  expect(await store.sell(storeId, '42', [product], { reference: 'r' })).toEqual(first)
})

test('a sale with a used reference is refused if the player, products, quantity or server differ', async () => {
  const storeId = await store.createStore()
  const a = await store.createServer(storeId)
  const b = await store.createServer(storeId)
  const product = await store.createProduct(storeId)
  const other = await store.createProduct(storeId)
  const reference = 'r'
  await store.sell(storeId, '42', [product], { reference, serverId: a.serverId })
  const picked = { reference, serverId: a.serverId }
  const refused = { status: 'rejected', reason: { code: 'reference_reused' } }
  expect(
    await Promise.allSettled([
      store.sell(storeId, '43', [product], picked),
      store.sell(storeId, '42', [other], picked),
      store.sell(storeId, '42', [[product, 2]], picked),
      store.sell(storeId, '42', [product, product], picked),
      store.sell(storeId, '42', [product], { reference, serverId: b.serverId }),
    ]),
  ).toMatchObject([refused, refused, refused, refused, refused])
  expect(await deliveriesOf(store, storeId, { A: a.serverId })).toEqual(['APPROVE[1] A waiting'])
})

test('two stores can use the same reference, and a reference is optional', async () => {
  const sales = []
  for (let i = 0; i < 2; i++) {
    const storeId = await store.createStore()
    await store.createServer(storeId)
    const product = await store.createProduct(storeId)
    sales.push(await store.sell(storeId, '42', [product], { reference: 'r' }))
    sales.push(await store.sell(storeId, '42', [product]), await store.sell(storeId, '42', [product]))
  }
  expect(new Set(sales.map((sale) => sale.checkoutId)).size).toBe(6)
  await expectNoViolations(store)
})

test('a reference that is empty or too long is refused', async () => {
  const storeId = await store.createStore()
  const product = await store.createProduct(storeId)
  for (const reference of ['', 'x'.repeat(201), 'a\0b']) {
    await expect(store.sell(storeId, '42', [product], { reference })).rejects.toMatchObject({ code: 'invalid_request' })
  }
})

test('a product edited during a sale is sold as it was before or after the edit, never a mix', async () => {
  const storeId = await store.createStore()
  const { serverId } = await store.createServer(storeId)
  const product = await store.createProduct(storeId, { serverIds: [serverId] })
  for (let round = 0; round < 60; round++) {
    const edit = saveProduct(store.database.app, {
      storeId,
      id: product,
      name: `round ${round}`,
      price: `${round}.00`,
      commands: { approve: [`give {userId} ${round}`], refund: [], expire: [] },
      durationSeconds: null,
      serverIds: round % 2 === 0 ? [] : [serverId],
      buyerChoosesServer: false,
    })
    await Promise.all([edit, ...['1', '2', '3'].map((player) => store.sell(storeId, player, [product]))])
  }
  expect(new Set(await deliveriesOf(store, storeId, { A: serverId }))).toEqual(new Set(['APPROVE[1] A waiting']))
  const halves = await store.query(
    `select name, price_minor, approve_commands from checkout_lines where store_id = $1 and name like 'round %'
       and (name <> 'round ' || price_minor / 100 or approve_commands <> array['give {userId} ' || price_minor / 100])`,
    [storeId],
  )
  expect(halves).toEqual([])
  await expectNoViolations(store)
})
