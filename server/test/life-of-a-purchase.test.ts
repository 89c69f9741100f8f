import { expect, test } from 'vitest'
import { formatId } from '../src/ids.ts'
import { verify } from '../src/verify/verify.ts'
import { startStore } from './start-store.ts'

const store = await startStore()

test('a sale is dispatched at every poll until it is reported, and never after that', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const product = await store.createProduct(storeId)
  const { checkoutId, deliveryIds } = await store.sell(storeId, '42', [[product, 2]])

  const [delivery, ...others] = await store.poll(key)
  expect(others).toEqual([])
  expect(delivery).toMatchObject({
    id: deliveryIds.map((id) => formatId('cmd', id))[0],
    gameUserId: '42',
    checkoutId: formatId('chk', checkoutId),
    deliveryType: 'APPROVE',
  })
  expect(delivery?.products).toHaveLength(2)
  expect(await store.poll(key)).toEqual([delivery])

  const report = await store.report(key, delivery?.id)
  expect(report.status).toBe(200)
  expect((await store.report(key, delivery?.id)).text).toBe(report.text)
  expect(await store.poll(key)).toEqual([])
  expect((await verify(store.database.reader)).examples).toEqual([])
})

test('a refund follows a dispatched sale in the queue, and cancels a sale that was not dispatched', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const product = await store.createProduct(storeId)
  const dispatched = await store.sell(storeId, '42', [product])
  await store.poll(key)
  const waiting = await store.sell(storeId, '42', [product])

  await store.refund(storeId, dispatched.checkoutId)
  await store.refund(storeId, waiting.checkoutId)
  expect((await store.poll(key)).map((delivery) => [delivery.deliveryType, delivery.checkoutId])).toEqual([
    ['APPROVE', formatId('chk', dispatched.checkoutId)],
    ['REFUND', formatId('chk', dispatched.checkoutId)],
  ])
  expect((await verify(store.database.reader)).examples).toEqual([])
})
