import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import { only, passTime } from '../../../test/store-records.ts'
import { createTierGroup, type TierCredit } from '../../catalog/tiers/tier-groups.ts'
import { inStore } from '../../db/database.ts'
import type { CheckoutId, ProductId, StoreId } from '../../ids.ts'
import { recordManualRefund } from '../../payments/record-manual-refund.ts'
import { abandonCheckout } from './abandon-checkout.ts'
import { openCheckout } from './open-checkout.ts'
import { payCheckout } from './pay-checkout.ts'

const store = await startStore()
const [KNIGHT, KING, EMPEROR] = [1_000, 3_000, 5_000]

/** A store with three tiers. */
async function openStore(credit: TierCredit = 'full', durationSeconds: number | null = null) {
  const storeId = await store.createStore()
  await store.createServer(storeId)
  const productIds: ProductId[] = []
  for (const minor of [KNIGHT, KING, EMPEROR])
    productIds.push(await store.createProduct(storeId, { price: { minor }, durationSeconds }))
  await inStore(store.database.app, storeId, (tx) =>
    createTierGroup(tx, { storeId, name: 'Ranks', credit, productIds }),
  )
  const [knight, king, emperor] = productIds as [ProductId, ProductId, ProductId]
  return { storeId, knight, king, emperor }
}

async function paidOf(checkoutId: CheckoutId): Promise<number> {
  const sums = await store.query<{ paid: string }>(
    'select sum(paid_minor(l)) as paid from checkout_lines l where checkout_id = $1',
    [checkoutId],
  )
  return Number(only(sums).paid)
}

const open = (storeId: StoreId, productId: ProductId) =>
  inStore(store.database.app, storeId, (tx) =>
    openCheckout(tx, {
      storeId,
      gameUserId: '42',
      items: [{ productId, quantity: 1 }],
      serverId: null,
      reference: null,
    }),
  )

const refund = (storeId: StoreId, checkoutId: CheckoutId) =>
  inStore(store.database.app, storeId, (tx) => recordManualRefund(tx, { storeId, checkoutId }))

test('step by step or at once, the highest tier costs the same', async () => {
  const { storeId, knight, king, emperor } = await openStore()
  const paid = []
  for (const product of [knight, king, emperor])
    paid.push(await paidOf((await store.sell(storeId, '42', [product])).checkoutId))
  expect(paid).toEqual([KNIGHT, KING - KNIGHT, EMPEROR - KING])
  expect(await paidOf((await store.sell(storeId, '43', [emperor])).checkoutId)).toBe(EMPEROR)
})

test('what was credited once is not credited again, until that upgrade is refunded', async () => {
  const { storeId, knight, king } = await openStore()
  await store.sell(storeId, '42', [knight])
  const upgrade = await store.sell(storeId, '42', [king])
  expect(await paidOf((await store.sell(storeId, '42', [king])).checkoutId)).toBe(KING)
  await refund(storeId, upgrade.checkoutId)
  expect(await paidOf((await store.sell(storeId, '42', [king])).checkoutId)).toBe(KING - KNIGHT)
})

test('of two upgrades that are opened at once, only one gets the credit', async () => {
  const { storeId, knight, king, emperor } = await openStore()
  await store.sell(storeId, '42', [knight])
  const opened = await Promise.allSettled([king, emperor, king, emperor].map((product) => open(storeId, product)))
  const totals = opened.flatMap((each) => (each.status === 'fulfilled' ? each.value.totalMinor : []))
  expect(totals.filter((total) => total === KING - KNIGHT || total === EMPEROR - KNIGHT)).toHaveLength(1)
})

test('an abandoned upgrade returns the credit, and takes it back if it is paid after all', async () => {
  const { storeId, knight, king, emperor } = await openStore()
  await store.sell(storeId, '42', [knight])
  const { checkoutId, totalMinor } = await open(storeId, king)
  expect(totalMinor).toBe(KING - KNIGHT)
  expect((await open(storeId, emperor)).totalMinor).toBe(EMPEROR)
  await inStore(store.database.app, storeId, (tx) => abandonCheckout(tx, { storeId, checkoutId }))
  await inStore(store.database.app, storeId, (tx) =>
    payCheckout(tx, { storeId, checkoutId, gameUserId: '42', currency: 'BRL', state: 'abandoned' }),
  )
  expect((await open(storeId, emperor)).totalMinor).toBe(EMPEROR - KING)
})

test('a tier whose price was credited can be refunded after the upgrade, not before', async () => {
  const { storeId, knight, king } = await openStore()
  const lower = await store.sell(storeId, '42', [knight])
  const upgrade = await store.sell(storeId, '42', [king])
  await expect(refund(storeId, lower.checkoutId)).rejects.toThrow('Refund the upgrade first')
  await refund(storeId, upgrade.checkoutId)
  await refund(storeId, lower.checkoutId)
})

test('a lower tier is not sold to a player who has a higher one', async () => {
  const { storeId, knight, king } = await openStore()
  await store.sell(storeId, '42', [king])
  await expect(store.sell(storeId, '42', [knight])).rejects.toThrow('already has a higher tier')
  await store.sell(storeId, '43', [knight])
})

test('a group can credit only the time that remains', async () => {
  const { storeId, knight, king } = await openStore('remaining_time', 1_000_000)
  await store.sell(storeId, '42', [knight])
  await passTime(store, storeId, 750_000)
  const paid = await paidOf((await store.sell(storeId, '42', [king])).checkoutId)
  expect(paid).toBeGreaterThanOrEqual(KING - KNIGHT / 4)
  expect(paid).toBeLessThanOrEqual(KING - KNIGHT / 4 + 1)
})
