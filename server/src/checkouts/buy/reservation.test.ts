import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import { expectNoViolations } from '../../../test/store-records.ts'
import { createTierGroup } from '../../catalog/tiers/tier-groups.ts'
import { inStore } from '../../db/database.ts'
import type { CheckoutId, ProductId, StoreId } from '../../ids.ts'
import { recordManualRefund } from '../../payments/record-manual-refund.ts'
import { saveCode } from '../../promotions/codes/save-code.ts'
import { abandonCheckout } from './abandon-checkout.ts'
import { openCheckout } from './open-checkout.ts'
import { payCheckout } from './pay-checkout.ts'

const store = await startStore()
const [KNIGHT, KING] = [1_000, 3_000]

type Bought = { productId: ProductId; code?: string; holdsPlayer?: boolean; gameUserId?: string }

async function openShop({ maxPerPlayer }: { maxPerPlayer?: number } = {}) {
  const storeId = await store.createStore()
  await store.createServer(storeId)
  const knight = await store.createProduct(storeId, { price: { minor: KNIGHT } })
  const king = await store.createProduct(storeId, { price: { minor: KING } })
  const coins = await store.createProduct(storeId, { price: { minor: 500 }, ...(maxPerPlayer && { maxPerPlayer }) })
  const { app } = store.database
  await inStore(app, storeId, (tx) =>
    createTierGroup(tx, { storeId, name: 'Ranks', credit: 'full', productIds: [knight, king] }),
  )
  await inStore(app, storeId, (tx) =>
    saveCode(tx, { storeId, kind: 'coupon', code: 'ONCE', discount: { percent: 1_000 }, maxUsesPerPlayer: 1 }),
  )
  const open = ({ productId, code, holdsPlayer = true, gameUserId = '42' }: Bought) =>
    inStore(app, storeId, (tx) =>
      openCheckout(tx, {
        storeId,
        gameUserId,
        items: [{ productId, quantity: 1 }],
        serverId: null,
        reference: null,
        code: code ?? null,
        holdsPlayer,
      }),
    )
  return { storeId, knight, king, coins, open }
}

const pay = (storeId: StoreId, checkoutId: CheckoutId, state: 'open' | 'abandoned' = 'open') =>
  inStore(store.database.app, storeId, (tx) =>
    payCheckout(tx, { storeId, checkoutId, gameUserId: '42', currency: 'BRL', state }),
  )
const refund = (storeId: StoreId, checkoutId: CheckoutId) =>
  inStore(store.database.app, storeId, (tx) => recordManualRefund(tx, { storeId, checkoutId }))

test.each([true, false])(
  'a lower tier that is refunded takes its credit from an upgrade that is not paid (held: %s)',
  async (holdsPlayer) => {
    const { storeId, knight, king, open } = await openShop()
    const lower = await store.sell(storeId, '42', [knight])
    const upgrade = await open({ productId: king, holdsPlayer })
    expect(upgrade.totalMinor).toBe(KING - KNIGHT)
    await refund(storeId, lower.checkoutId)
    expect(await pay(storeId, upgrade.checkoutId)).toBe('credit')
    expect((await open({ productId: king, holdsPlayer: true })).totalMinor).toBe(KING)
    await expectNoViolations(store)
  },
)

test('of a refund of a lower tier and the payment of its upgrade at once, only one succeeds', async () => {
  for (let i = 0; i < 10; i++) {
    const { storeId, knight, king, open } = await openShop()
    const lower = await store.sell(storeId, '42', [knight])
    const upgrade = await open({ productId: king, holdsPlayer: i % 2 === 0 })
    const [refunded, obstacle] = await Promise.all([
      refund(storeId, lower.checkoutId).then(
        () => true,
        () => false,
      ),
      pay(storeId, upgrade.checkoutId),
    ])
    expect([refunded, obstacle === undefined], `attempt ${i}`).toEqual(refunded ? [true, false] : [false, true])
  }
  await expectNoViolations(store)
})

test('orders under a name that nobody proved hold no limit, no use of a code and no credit of the player', async () => {
  const { storeId, knight, king, coins, open } = await openShop({ maxPerPlayer: 1 })
  await store.sell(storeId, '42', [knight])
  for (let i = 0; i < 3; i++) {
    await open({ productId: coins, code: 'once', holdsPlayer: false })
    expect((await open({ productId: king, holdsPlayer: false })).totalMinor).toBe(KING - KNIGHT)
  }
  const own = await open({ productId: coins, code: 'once' })
  const upgrade = await open({ productId: king })
  expect([own.totalMinor, upgrade.totalMinor]).toEqual([450, KING - KNIGHT])
  expect([await pay(storeId, own.checkoutId), await pay(storeId, upgrade.checkoutId)]).toEqual([undefined, undefined])
  await expectNoViolations(store)
})

test('of many orders under a typed name that are all paid, as many count as the player may have', async () => {
  const { storeId, knight, king, coins, open } = await openShop({ maxPerPlayer: 1 })
  await store.sell(storeId, '42', [knight])
  const limited = await Promise.all(Array.from({ length: 3 }, () => open({ productId: coins, holdsPlayer: false })))
  const coded = await Promise.all(
    Array.from({ length: 3 }, () => open({ productId: knight, code: 'once', holdsPlayer: false, gameUserId: '43' })),
  )
  const upgrades = await Promise.all(Array.from({ length: 3 }, () => open({ productId: king, holdsPlayer: false })))
  const payAll = async (opened: { checkoutId: CheckoutId }[]) =>
    (await Promise.all(opened.map(({ checkoutId }) => pay(storeId, checkoutId)))).toSorted((a, b) =>
      (a ?? '~').localeCompare(b ?? '~'),
    )
  expect(await payAll(limited)).toEqual(['limit', 'limit', undefined])
  expect(await payAll(upgrades)).toEqual(['credit', 'credit', undefined])
  const codes: (string | undefined)[] = []
  for (const { checkoutId } of coded)
    codes.push(
      await inStore(store.database.app, storeId, (tx) =>
        payCheckout(tx, { storeId, checkoutId, gameUserId: '43', currency: 'BRL', state: 'open' }),
      ),
    )
  expect(codes).toEqual([undefined, 'code', 'code'])
})

test('an abandoned order whose money arrives takes nothing if a part of what it needs is gone', async () => {
  const { storeId, coins, open } = await openShop({ maxPerPlayer: 1 })
  const first = await open({ productId: coins, code: 'once' })
  await inStore(store.database.app, storeId, (tx) => abandonCheckout(tx, { storeId, checkoutId: first.checkoutId }))
  await open({ productId: coins })
  expect(await pay(storeId, first.checkoutId, 'abandoned')).toBe('limit')
  expect(await store.query('select uses from discount_codes where store_id = $1', [storeId])).toEqual([{ uses: 0 }])
  await expectNoViolations(store)
})
