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
    resend: (deliveryId: DeliveryId) => resendDelivery(store.database.app, { storeId, deliveryId }),
    deliveries: () => deliveriesOf(store, storeId, { A: serverId }),
    /** Polls, reports everything and returns the ids, oldest first. */
    run: async (): Promise<DeliveryId[]> => {
      const deliveries = await store.poll(key)
      for (const { id } of deliveries) await store.report(key, id)
      return deliveries.flatMap(({ id }) => parseId<DeliveryId>('cmd', id) ?? [])
    },
  }
}

test('a reported delivery is resent as a new delivery with the same products', async () => {
  const { storeId, key, productId, resend, run, deliveries } = await newStore()
  await store.sell(storeId, '42', [[productId, 2]])
  const [first] = await store.poll(key)
  const id = await resend(only(await run()))
  const resent = only(await store.poll(key))
  expect(resent).toEqual({ ...first, id: resent.id })
  expect(parseId<DeliveryId>('cmd', resent.id)).toBe(id)
  expect(await deliveries()).toEqual(['APPROVE[1] A processed', 'APPROVE[1] A dispatched'])
})

test('a delivery is not resent while it or an earlier copy is pending', async () => {
  const { storeId, productId, resend, run } = await newStore()
  const { deliveryIds } = await store.sell(storeId, '42', [productId])
  await expect(resend(only(deliveryIds))).rejects.toMatchObject({ code: 'still_pending' })
  await run()
  await resend(only(deliveryIds))
  await expect(resend(only(deliveryIds))).rejects.toMatchObject({ code: 'still_pending' })
  await run()
  await resend(only(deliveryIds))
})

test('ten simultaneous resends enqueue one copy; the others fail with still_pending', async () => {
  const { storeId, productId, resend, run, deliveries } = await newStore()
  await store.sell(storeId, '42', [productId])
  const id = only(await run())
  const done = await Promise.allSettled(Array.from({ length: 10 }, () => resend(id)))
  const refused = done.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(9)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'still_pending' })
  expect(await deliveries()).toEqual(['APPROVE[1] A processed', 'APPROVE[1] A waiting'])
})

test('a refunded or expired delivery is not resent', async () => {
  const { storeId, productId, resend, run } = await newStore()
  const { checkoutId, deliveryIds } = await store.sell(storeId, '42', [productId])
  const other = await store.sell(storeId, '43', [productId])
  await run()
  await store.refund(storeId, checkoutId)
  await expect(resend(only(deliveryIds))).rejects.toMatchObject({ code: 'no_longer_owned' })
  await passTime(store, storeId, 101)
  await expire(store)
  await expect(resend(only(other.deliveryIds))).rejects.toMatchObject({ code: 'no_longer_owned' })
})

test('only the lines that the player still owns are resent', async () => {
  const { storeId, key, productId, resend, run } = await newStore()
  const kept = await store.createProduct(storeId, { name: 'kept' })
  const { checkoutId, deliveryIds } = await store.sell(storeId, '42', [productId, kept])
  await run()
  await store.refund(storeId, checkoutId, [1])
  await run()
  await resend(only(deliveryIds))
  expect(only(await store.poll(key)).products).toMatchObject([{ name: 'kept' }])
})

test('a REFUND is resent unless a newer purchase grants the product', async () => {
  const { storeId, productId, resend, run, deliveries } = await newStore()
  const { checkoutId } = await store.sell(storeId, '42', [productId])
  await run()
  const { deliveryIds } = await store.refund(storeId, checkoutId)
  await run()
  await resend(only(deliveryIds))
  await run()
  await store.sell(storeId, '42', [productId])
  await run()
  await expect(resend(only(deliveryIds))).rejects.toMatchObject({ code: 'no_longer_owned' })
  expect((await deliveries()).filter((delivery) => delivery.startsWith('REFUND'))).toHaveLength(2)
})

test('an EXPIRE is resent unless a newer purchase grants the product', async () => {
  const { storeId, productId, resend, run } = await newStore()
  await store.sell(storeId, '42', [productId])
  await passTime(store, storeId, 101)
  await expire(store)
  const [, ended] = await run()
  if (!ended) throw new Error('there was no expiry')
  await resend(ended)
  expect(await run()).toHaveLength(1)
  await store.sell(storeId, '42', [productId])
  await expect(resend(ended)).rejects.toMatchObject({ code: 'no_longer_owned' })
})

test('a cancelled delivery can be resent, and a refund cancels the copy', async () => {
  const { storeId, productId, resend, deliveries } = await newStore()
  const { checkoutId, deliveryIds } = await store.sell(storeId, '42', [productId])
  await cancelDelivery(store.database.app, { storeId, deliveryId: only(deliveryIds) })
  await resend(only(deliveryIds))
  await store.refund(storeId, checkoutId)
  expect(await deliveries()).toEqual(['APPROVE[1] A cancelled by operator', 'APPROVE[1] A cancelled by refund'])
})

test('an unknown delivery and one of another store are not found', async () => {
  const mine = await newStore()
  const theirs = await newStore()
  await store.sell(theirs.storeId, '42', [theirs.productId])
  const [foreign = newId<DeliveryId>()] = await theirs.run()
  const waiting = only((await store.sell(theirs.storeId, '42', [theirs.productId])).deliveryIds)
  for (const id of [foreign, waiting, newId<DeliveryId>()]) {
    await expect(mine.resend(id)).rejects.toMatchObject({ code: 'not_found' })
  }
  await expectNoViolations(store)
})
