import { expect, test } from 'vitest'
import { resendDelivery } from '../../src/redelivery/resend-delivery.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations, only } from '../store-records.ts'
import { createRedeliveryClient } from './redelivery-client.ts'

const store = await startStore()

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
