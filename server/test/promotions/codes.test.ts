import { expect, test } from 'vitest'
import { openCheckout } from '../../src/checkouts/buy/open-checkout.ts'
import { inStore } from '../../src/db/database.ts'
import type { CheckoutId, DiscountCodeId, StoreId } from '../../src/ids.ts'
import { refundPayment } from '../../src/payments/refund-payment.ts'
import { codeKey } from '../../src/promotions/codes/code-key.ts'
import { listEntries, readBalances, recordPayout } from '../../src/promotions/codes/creator-ledger.ts'
import { type CodeInput, removeCode, saveCode } from '../../src/promotions/codes/save-code.ts'
import { openShop } from '../payments/open-shop.ts'
import { startStore } from '../start-store.ts'
import { expectNoViolations } from '../store-records.ts'

const store = await startStore()
const { app } = store.database

const addCode = (storeId: StoreId, input: Partial<CodeInput> = {}, kind: 'coupon' | 'creator' = 'coupon') =>
  inStore(app, storeId, (tx) =>
    saveCode(tx, { storeId, kind, code: 'SUMMER', discount: { percent: 1_000 }, name: 'Ana', ...input }),
  )
const usesOf = async (id: DiscountCodeId) => {
  const [row] = await store.query<{ uses: number }>('select uses from discount_codes where id = $1', [id])
  return row?.uses
}
const ledgerOf = (storeId: StoreId, codeId: DiscountCodeId) =>
  inStore(app, storeId, async (tx) => ({
    entries: (await listEntries(tx, { storeId, codeId, limit: 100 }))
      .map(({ kind, lineNo, amountMinor }) => `${kind} ${lineNo ?? '-'} ${amountMinor}`)
      .sort(),
    balance: (await readBalances(tx, { storeId, codeIds: [codeId] }))[0]?.balanceMinor,
  }))
const lineAmounts = (checkoutId: CheckoutId) =>
  store.query<{ code: number; share: number; paid: number }>(
    `select code_minor::integer as code, creator_share_minor::integer as share, paid_minor(l)::integer as paid
     from checkout_lines l where checkout_id = $1 order by line_no`,
    [checkoutId],
  )

/** Buyers wait for a connection of the pool. One who waited too long tries again. */
async function retryWithoutConnection<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('timeout exceeded when trying to connect')) throw error
    }
  }
}

test('500 buyers at once use a coupon with 50 uses exactly 50 times, with two products whose stock is limited', async () => {
  const { storeId, productId } = await openShop(store, { stock: 1_000 })
  const other = await store.createProduct(storeId, { stock: 1_000 })
  const { id: codeId } = await addCode(storeId, { maxUses: 50 })
  const results = await Promise.allSettled(
    Array.from({ length: 500 }, (_, i) =>
      retryWithoutConnection(() =>
        inStore(app, storeId, (tx) =>
          openCheckout(tx, {
            storeId,
            gameUserId: `player ${i}`,
            items: (i % 2 === 0 ? [productId, other] : [other, productId]).map((id) => ({
              productId: id,
              quantity: 1,
            })),
            serverId: null,
            reference: null,
            code: 'summer',
          }),
        ),
      ),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
  const refusals = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as { code: string }] : [],
  )
  expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['code_used_up']))
  expect(await usesOf(codeId)).toBe(50)
  await expectNoViolations(store)
})

test('one player in twenty concurrent checkouts uses a coupon as often as a player can', async () => {
  const shop = await openShop(store)
  await addCode(shop.storeId, { maxUsesPerPlayer: 3 })
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => shop.open([shop.productId], 'rafa', 'SUMMER')),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  await shop.open([shop.productId], 'another', 'SUMMER')
  await expectNoViolations(store)
})

test('an abandoned checkout returns its use, and takes it again if it is paid after all', async () => {
  const shop = await openShop(store)
  const { id } = await addCode(shop.storeId, { maxUses: 1, maxUsesPerPlayer: 1 })
  const first = await shop.open([shop.productId], '42', 'summer')
  await expect(shop.open([shop.productId], '43', 'summer')).rejects.toMatchObject({ code: 'code_used_up' })
  await shop.sendCallback(first, { closed: true })
  await shop.sendCallback(first, { closed: true })
  expect(await usesOf(id)).toBe(0)
  const again = await shop.open([shop.productId], '44', 'summer')
  await shop.sendCallback(again, { closed: true })
  await shop.sendCallback(again, { paid: { amountMinor: 1791, currency: 'BRL' } })
  expect([await usesOf(id), await shop.stateOf(again)]).toEqual([1, 'paid'])
  const late = await shop.sendCallback(first, { paid: { amountMinor: 1791, currency: 'BRL' } })
  expect(late).toEqual({ status: 200, body: { received: 'applied' } })
  expect([await usesOf(id), await shop.stateOf(first)], 'the use is gone, so the money goes back').toEqual([
    1,
    'abandoned',
  ])
  await expectNoViolations(store)
})

test('a code is found in any case and Unicode form, and hostile texts are only unknown', async () => {
  const shop = await openShop(store)
  await addCode(shop.storeId, { code: 'Straße10' })
  for (const typed of ['STRASSE10', ' straße10 ', 'ＳＴＲＡＳＳＥ１０', 'stra\u200bsse10', 'stra ße\t10'])
    expect(codeKey(typed), typed).toBe('strasse10')
  await shop.open([shop.productId], '42', 'ＳＴＲＡＳＳＥ１０')
  const hostile = ['', ' ', '\0', '\ud800', "' or 1=1 --", '%', '_', 'x'.repeat(100_000), '{userId}', 'ﷺ'.repeat(190)]
  for (const typed of hostile)
    await expect(shop.open([shop.productId], '42', typed), typed.slice(0, 20)).rejects.toMatchObject({
      code: 'code_unknown',
    })
  await expect(addCode(shop.storeId, { code: 'strasse10' })).rejects.toMatchObject({ code: 'conflict' })
  await expect(addCode(shop.storeId, { code: 'a b\n' })).resolves.toMatchObject({ code: 'ab' })
  await expect(addCode(shop.storeId, { code: '<script>' })).rejects.toMatchObject({ code: 'invalid_request' })
})

test('a code of another store, one that was deleted and one that is over are refused', async () => {
  const shop = await openShop(store)
  const other = await openShop(store)
  const { id } = await addCode(other.storeId)
  await expect(shop.open([shop.productId], '42', 'SUMMER')).rejects.toMatchObject({ code: 'code_unknown' })
  await inStore(app, other.storeId, (tx) => removeCode(tx, { storeId: other.storeId, kind: 'coupon', codeId: id }))
  await expect(other.open([other.productId], '42', 'SUMMER')).rejects.toMatchObject({ code: 'code_unknown' })
  await addCode(other.storeId, { endsAt: '2026-01-01T00:00' })
  await expect(other.open([other.productId], '42', 'SUMMER')).rejects.toMatchObject({ code: 'code_not_valid_now' })
})

test('a partial refund of a discounted order returns exactly what was paid for the line, and then the rest', async () => {
  const shop = await openShop(store, { price: '10.00' })
  const second = await store.createProduct(shop.storeId, { price: '0.01' })
  const third = await store.createProduct(shop.storeId, { price: '3.33' })
  await addCode(shop.storeId, { discount: { amount: 335 } })
  const checkoutId = await shop.open([shop.productId, second, third], '42', 'summer')
  const lines = await lineAmounts(checkoutId)
  expect(lines.reduce((sum, { code }) => sum + code, 0)).toBe(335)
  const { storeId } = shop
  await store.query('insert into sandbox_payments (store_id, checkout_id, paid) values ($1, $2, true)', [
    storeId,
    checkoutId,
  ])
  await shop.sendCallback(checkoutId, { paid: { amountMinor: 1334 - 335, currency: 'BRL' } })
  const one = await refundPayment(store.payments, { storeId, checkoutId, lineNos: [3] })
  expect(one.amountMinor).toBe(lines[2]?.paid)
  const rest = await refundPayment(store.payments, { storeId, checkoutId })
  expect(one.amountMinor + rest.amountMinor).toBe(1334 - 335)
  expect(await shop.stateOf(checkoutId)).toBe('refunded')
  await expectNoViolations(store)
})

test("a creator's ledger gets each paid line once and each refund once, and payouts never exceed the balance", async () => {
  const shop = await openShop(store, { price: '10.00' })
  const { storeId } = shop
  const pet = await store.createProduct(storeId, { name: 'Pet', price: '20.00' })
  const { id: codeId } = await addCode(storeId, { code: 'ANA', shareBasisPoints: 500 }, 'creator')
  const { checkoutId } = await store.sell(storeId, '42', [shop.productId, pet], { code: 'ana', reference: 'r1' })
  await store.sell(storeId, '42', [shop.productId, pet], { code: 'ANA', reference: 'r1' })
  expect(await ledgerOf(storeId, codeId)).toEqual({ entries: ['share 1 45', 'share 2 90'], balance: 135 })
  await expect(
    store.sell(storeId, '42', [shop.productId, pet], { code: 'other', reference: 'r1' }),
  ).rejects.toMatchObject({ code: 'reference_reused' })

  const pay = (amountMinor: number) =>
    inStore(app, storeId, (tx) => recordPayout(tx, { storeId, codeId, amountMinor, note: '', by: 'owner' }))
  const payouts = await Promise.allSettled([pay(100), pay(100), pay(100), pay(136)])
  expect(payouts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await store.refund(storeId, checkoutId, [2])
  await store.refund(storeId, checkoutId, [2])
  expect(await ledgerOf(storeId, codeId)).toMatchObject({
    entries: ['payout - -100', 'reversal 2 -90', 'share 1 45', 'share 2 90'],
    balance: -55,
  })
  await expect(store.query('update creator_entries set amount_minor = 1')).rejects.toThrow('not allowed')
  await expect(store.query('delete from creator_entries')).rejects.toThrow('not allowed')
  await expectNoViolations(store)
})

test('a lost dispute takes the share back once, even if the refund follows', async () => {
  const shop = await openShop(store)
  const { id: codeId } = await addCode(shop.storeId, { shareBasisPoints: 1_000 }, 'creator')
  const checkoutId = await shop.open([shop.productId], '42', 'summer')
  await shop.sendCallback(checkoutId, { paid: { amountMinor: 1791, currency: 'BRL' } })
  await shop.sendCallback(checkoutId, { dispute: 'open' })
  expect(await ledgerOf(shop.storeId, codeId)).toMatchObject({ balance: 179 })
  await shop.sendCallback(checkoutId, { dispute: 'lost' })
  await shop.sendCallback(checkoutId, { refundedMinor: 1791 })
  expect(await ledgerOf(shop.storeId, codeId)).toEqual({ entries: ['reversal 1 -179', 'share 1 179'], balance: 0 })
  await expectNoViolations(store)
})
