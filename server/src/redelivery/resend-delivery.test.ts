import { expect, test } from 'vitest'
import { startStore } from '../../test/start-store.ts'
import { deliveriesOf, expectNoViolations, expire, only, passTime } from '../../test/store-records.ts'
import type { ProductInput } from '../catalog/save-product.ts'
import { cancelDelivery } from '../delivery/ledger/cancel-delivery.ts'
import { type DeliveryId, newId, parseId } from '../ids.ts'
import { resendDelivery } from './resend-delivery.ts'

const store = await startStore()

async function newStore(product: Partial<ProductInput> = {}) {
  const storeId = await store.createStore()
  const { key, serverId } = await store.createServer(storeId)
  const productId = await store.createProduct(storeId, { durationSeconds: 100, ...product })
  return {
    storeId,
    key,
    productId,
    again: (deliveryId: DeliveryId) => resendDelivery(store.database.app, { storeId, deliveryId }),
    elements: () => deliveriesOf(store, storeId, { A: serverId }),
    /** Reports everything that waits and gives the ids, oldest first. */
    run: async (): Promise<DeliveryId[]> => {
      const elements = await store.poll(key)
      for (const { id } of elements) await store.report(key, id)
      return elements.flatMap(({ id }) => parseId<DeliveryId>('cmd', id) ?? [])
    },
  }
}

test('what was reported is queued once more as a new element with the same goods', async () => {
  const { storeId, key, productId, again, run, elements } = await newStore()
  await store.sell(storeId, '42', [[productId, 2]])
  const [first] = await store.poll(key)
  const id = await again(only(await run()))
  const resent = only(await store.poll(key))
  expect(resent).toEqual({ ...first, id: resent.id })
  expect(parseId<DeliveryId>('cmd', resent.id)).toBe(id)
  expect(await elements()).toEqual(['APPROVE[1] A processed', 'APPROVE[1] A dispatched'])
})

test('what still waits is not queued a second time, itself or its repeat', async () => {
  const { storeId, productId, again, run } = await newStore()
  const { deliveryIds } = await store.sell(storeId, '42', [productId])
  await expect(again(only(deliveryIds))).rejects.toMatchObject({ code: 'still_pending' })
  await run()
  await again(only(deliveryIds))
  await expect(again(only(deliveryIds))).rejects.toMatchObject({ code: 'still_pending' })
  await run()
  await again(only(deliveryIds))
})

test('ten operators at the same moment send it again once; the others are told that it waits', async () => {
  const { storeId, productId, again, run, elements } = await newStore()
  await store.sell(storeId, '42', [productId])
  const id = only(await run())
  const done = await Promise.allSettled(Array.from({ length: 10 }, () => again(id)))
  const refused = done.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(9)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'still_pending' })
  expect(await elements()).toEqual(['APPROVE[1] A processed', 'APPROVE[1] A waiting'])
})

test('what was refunded or has expired is not given again', async () => {
  const { storeId, productId, again, run } = await newStore()
  const { checkoutId, deliveryIds } = await store.sell(storeId, '42', [productId])
  const other = await store.sell(storeId, '43', [productId])
  await run()
  await store.refund(storeId, checkoutId)
  await expect(again(only(deliveryIds))).rejects.toMatchObject({ code: 'no_longer_owned' })
  await passTime(store, storeId, 101)
  await expire(store)
  await expect(again(only(other.deliveryIds))).rejects.toMatchObject({ code: 'no_longer_owned' })
})

test('only the lines that are still owed are given again', async () => {
  const { storeId, key, productId, again, run } = await newStore()
  const kept = await store.createProduct(storeId, { name: 'kept' })
  const { checkoutId, deliveryIds } = await store.sell(storeId, '42', [productId, kept])
  await run()
  await store.refund(storeId, checkoutId, [1])
  await run()
  await again(only(deliveryIds))
  expect(only(await store.poll(key)).products).toMatchObject([{ name: 'kept' }])
})

test('a take-back is sent again unless a newer purchase grants the same', async () => {
  const { storeId, productId, again, run, elements } = await newStore()
  const { checkoutId } = await store.sell(storeId, '42', [productId])
  await run()
  const { deliveryIds } = await store.refund(storeId, checkoutId)
  await run()
  await again(only(deliveryIds))
  await run()
  await store.sell(storeId, '42', [productId])
  await run()
  await expect(again(only(deliveryIds))).rejects.toMatchObject({ code: 'no_longer_owned' })
  expect((await elements()).filter((element) => element.startsWith('REFUND'))).toHaveLength(2)
})

test('an expiry is sent again unless a newer purchase grants the same', async () => {
  const { storeId, productId, again, run } = await newStore()
  await store.sell(storeId, '42', [productId])
  await passTime(store, storeId, 101)
  await expire(store)
  const [, ended] = await run()
  if (!ended) throw new Error('there was no expiry')
  await again(ended)
  expect(await run()).toHaveLength(1)
  await store.sell(storeId, '42', [productId])
  await expect(again(ended)).rejects.toMatchObject({ code: 'no_longer_owned' })
})

test('a cancelled command can be sent again, and a refund withdraws that repeat too', async () => {
  const { storeId, productId, again, elements } = await newStore()
  const { checkoutId, deliveryIds } = await store.sell(storeId, '42', [productId])
  await cancelDelivery(store.database.app, { storeId, deliveryId: only(deliveryIds) })
  await again(only(deliveryIds))
  await store.refund(storeId, checkoutId)
  expect(await elements()).toEqual(['APPROVE[1] A cancelled by operator', 'APPROVE[1] A cancelled by refund'])
})

test('an unknown command and one of another store are not found', async () => {
  const mine = await newStore()
  const theirs = await newStore()
  await store.sell(theirs.storeId, '42', [theirs.productId])
  const [foreign = newId<DeliveryId>()] = await theirs.run()
  const waiting = only((await store.sell(theirs.storeId, '42', [theirs.productId])).deliveryIds)
  for (const id of [foreign, waiting, newId<DeliveryId>()]) {
    await expect(mine.again(id)).rejects.toMatchObject({ code: 'not_found' })
  }
  await expectNoViolations(store)
})
