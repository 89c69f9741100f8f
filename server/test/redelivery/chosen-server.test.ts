import { expect, test } from 'vitest'
import { resendDelivery } from '../../src/redelivery/resend-delivery.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations, only } from '../store-records.ts'
import { createRedeliveryClient } from './redelivery-client.ts'

const store = await startStore()

test('naming the default server does not create a separate entitlement', async () => {
  const client = await createRedeliveryClient(store)
  const rank = await store.createProduct(client.storeId, { durationSeconds: 1_000 })
  const first = await store.sell(client.storeId, '42', [rank])
  const named = { serverId: client.a.serverId, reference: 'second' }
  const second = await store.sell(client.storeId, '42', [rank], named)
  await client.deliver()
  await store.refund(client.storeId, first.checkoutId)
  // The second purchase still grants it.
  expect(await client.deliveries()).toEqual(['APPROVE[1] A processed', 'APPROVE[1] A processed'])
  expect((await store.sell(client.storeId, '42', [rank], named)).checkoutId).toBe(second.checkoutId)
  await expectNoViolations(store)
})

test('naming another server than the default creates a separate entitlement', async () => {
  const client = await createRedeliveryClient(store)
  const rank = await store.createProduct(client.storeId, { durationSeconds: 1_000 })
  await store.sell(client.storeId, '42', [rank])
  const onB = await store.sell(client.storeId, '42', [rank], { serverId: client.b.serverId })
  await client.deliver()
  await store.refund(client.storeId, onB.checkoutId)
  expect((await client.deliveries()).at(-1)).toBe('REFUND[1] B waiting')
  await expectNoViolations(store)
})

test('a product that a buyer chose for two servers is revoked and resent on one, independent of the other', async () => {
  const client = await createRedeliveryClient(store)
  const rank = await store.createProduct(client.storeId, { durationSeconds: 1_000, buyerChoosesServer: true })
  const onA = await store.sell(client.storeId, '42', [rank], { serverId: client.a.serverId })
  await store.sell(client.storeId, '42', [rank], { serverId: client.b.serverId })
  await client.deliver()
  const { deliveryIds } = await store.refund(client.storeId, onA.checkoutId)
  await client.deliver()
  await resendDelivery(store.database.app, { storeId: client.storeId, deliveryId: only(deliveryIds) })
  expect((await client.deliveries()).at(-1)).toBe('REFUND[1] A waiting')
  await expectNoViolations(store)
})
