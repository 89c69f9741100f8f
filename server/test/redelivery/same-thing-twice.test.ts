import { expect, test } from 'vitest'
import { resendDelivery } from '../../src/redelivery/resend-delivery.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations, only } from '../store-records.ts'
import { openDesk } from './redelivery-desk.ts'

const store = await startStore()

test('a server that is named for what goes to the default one makes no other thing of it', async () => {
  const desk = await openDesk(store)
  const rank = await store.createProduct(desk.storeId, { durationSeconds: 1_000 })
  const first = await store.sell(desk.storeId, '42', [rank])
  const named = { serverId: desk.a.serverId, reference: 'second' }
  const second = await store.sell(desk.storeId, '42', [rank], named)
  await desk.deliver()
  await store.refund(desk.storeId, first.checkoutId)
  // The second purchase still grants it.
  expect(await desk.deliveries()).toEqual(['APPROVE[1] A processed', 'APPROVE[1] A processed'])
  expect((await store.sell(desk.storeId, '42', [rank], named)).checkoutId).toBe(second.checkoutId)
  await expectNoViolations(store)
})

test('another server that is named for what goes to the default one makes another thing of it', async () => {
  const desk = await openDesk(store)
  const rank = await store.createProduct(desk.storeId, { durationSeconds: 1_000 })
  await store.sell(desk.storeId, '42', [rank])
  const onB = await store.sell(desk.storeId, '42', [rank], { serverId: desk.b.serverId })
  await desk.deliver()
  await store.refund(desk.storeId, onB.checkoutId)
  expect((await desk.deliveries()).at(-1)).toBe('REFUND[1] B waiting')
  await expectNoViolations(store)
})

test('what a buyer picked for two servers is taken from one, again if need be, whatever there is on the other', async () => {
  const desk = await openDesk(store)
  const rank = await store.createProduct(desk.storeId, { durationSeconds: 1_000, buyerChoosesServer: true })
  const onA = await store.sell(desk.storeId, '42', [rank], { serverId: desk.a.serverId })
  await store.sell(desk.storeId, '42', [rank], { serverId: desk.b.serverId })
  await desk.deliver()
  const { deliveryIds } = await store.refund(desk.storeId, onA.checkoutId)
  await desk.deliver()
  await resendDelivery(store.database.app, { storeId: desk.storeId, deliveryId: only(deliveryIds) })
  expect((await desk.deliveries()).at(-1)).toBe('REFUND[1] A waiting')
  await expectNoViolations(store)
})
