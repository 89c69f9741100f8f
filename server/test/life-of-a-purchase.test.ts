import { expect, test } from 'vitest'
import { formatId } from '../src/ids.ts'
import { verify } from '../src/verify/verify.ts'
import { startStore } from './start-store.ts'

const store = await startStore()

test('a sale is handed out until it is reported, and once only', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const product = await store.createProduct(storeId)
  const { checkoutId, deliveryIds } = await store.sell(storeId, '42', [[product, 2]])

  const [element, ...others] = await store.poll(key)
  expect(others).toEqual([])
  expect(element).toMatchObject({
    id: deliveryIds.map((id) => formatId('cmd', id))[0],
    gameUserId: '42',
    checkoutId: formatId('chk', checkoutId),
    deliveryType: 'APPROVE',
  })
  expect(element?.products).toHaveLength(2)
  expect(await store.poll(key)).toEqual([element])

  const report = await store.report(key, element?.id)
  expect(report.status).toBe(200)
  expect((await store.report(key, element?.id)).text).toBe(report.text)
  expect(await store.poll(key)).toEqual([])
  expect((await verify(store.database.reader)).examples).toEqual([])
})

test('a refund of what was offered comes behind it; of what was not, nothing is left', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const product = await store.createProduct(storeId)
  const seen = await store.sell(storeId, '42', [product])
  await store.poll(key)
  const unseen = await store.sell(storeId, '42', [product])

  await store.refund(storeId, seen.checkoutId)
  await store.refund(storeId, unseen.checkoutId)
  expect((await store.poll(key)).map((element) => [element.deliveryType, element.checkoutId])).toEqual([
    ['APPROVE', formatId('chk', seen.checkoutId)],
    ['REFUND', formatId('chk', seen.checkoutId)],
  ])
  expect((await verify(store.database.reader)).examples).toEqual([])
})
