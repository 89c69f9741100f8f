import { expect, test } from 'vitest'
import { openShop } from '../../../test/payments/open-shop.ts'
import { withRefund } from '../../../test/payments/with-refund.ts'
import { startStore } from '../../../test/start-store.ts'
import { expectNoViolations, only } from '../../../test/store-records.ts'
import { previewRefund } from '../../checkouts/reverse/preview-refund.ts'
import type { Item } from '../../checkouts/buy/freeze-lines.ts'
import { inStore } from '../../db/database.ts'
import type { CheckoutId, GiftCardId, ProductId, StoreId } from '../../ids.ts'
import { recordManualRefund } from '../../payments/record-manual-refund.ts'
import { refundPayment } from '../../payments/refund-payment.ts'
import { startPayment } from '../../payments/start-payment.ts'
import { adjustCard, replaceCode, voidCard } from './change-card.ts'
import { hashGiftCardCode, newGiftCardCode, readGiftCardCode } from './code.ts'
import { issueCard } from './issue-card.ts'
import { findCardByCode, showCard } from './read-cards.ts'

const store = await startStore()

/** A shop with a VIP for 19.90, coins for 5.00, and gift cards for 10.00. */
async function newShop() {
  const shop = await openShop(store)
  const { storeId } = shop
  const coins = await store.createProduct(storeId, { name: 'Coins', price: '5.00' })
  const card = await store.createProduct(storeId, {
    name: 'Gift card',
    price: '10.00',
    isGiftCard: true,
    commands: { approve: [], refund: [], expire: [] },
  })
  const balanceOf = async (cardId: GiftCardId) => (await show(cardId)).balanceMinor
  const show = (cardId: GiftCardId) => inStore(store.database.app, storeId, (tx) => showCard(tx, { storeId, cardId }))
  return {
    ...shop,
    coins,
    card,
    show,
    balanceOf,
    kindsOf: async (cardId: GiftCardId) => (await show(cardId)).entries.map(({ kind }) => kind).toReversed(),
    issue: async (valueMinor: number, expiresAt: Date | null = null) =>
      (
        await inStore(store.database.app, storeId, (tx) =>
          issueCard(tx, { storeId, valueMinor, note: 'for a test', expiresAt }),
        )
      ).cardId,
    openWith: (giftCardId: GiftCardId, items: (ProductId | Item)[], gameUserId = '42') =>
      startPayment(store.payments, {
        sale: {
          storeId,
          gameUserId,
          items: items.map((item) => (typeof item === 'string' ? { productId: item, quantity: 1 } : item)),
          serverId: null,
          reference: null,
          giftCardId,
        },
        provider: 'sandbox',
      }),
    payOf: (checkoutId: CheckoutId, amountMinor: number) =>
      shop.sendCallback(checkoutId, { paid: { amountMinor, currency: 'BRL' }, paymentRef: `pay ${checkoutId}` }),
  }
}

/** On a busy machine a buyer can wait too long for a connection or a lock. Such an attempt has no effect, and they try again. */
async function insist<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Error) || !/timeout/.test(error.message)) throw error
    }
  }
}

async function alertsOf(storeId: StoreId): Promise<string[]> {
  const rows = await store.query<{ kind: string }>('select kind from store_alerts where store_id = $1', [storeId])
  return rows.map(({ kind }) => kind)
}

async function soldCards(checkoutId: CheckoutId): Promise<GiftCardId[]> {
  const rows = await store.query<{ id: GiftCardId }>('select id from gift_cards where checkout_id = $1 order by unit', [
    checkoutId,
  ])
  return rows.map(({ id }) => id)
}

test('a code can be typed with blanks, in lower case and with similar letters, and belongs to one store', async () => {
  const code = newGiftCardCode()
  expect(code).toMatch(/^GIFT(-[0-9A-HJKMNP-TV-Z]{4}){4}$/)
  expect(readGiftCardCode(` ${code.toLowerCase().replaceAll('-', ' ')}`)).toBe(code)
  expect(readGiftCardCode('gift-oooo-iiii-llll-7777')).toBe('GIFT-0000-1111-1111-7777')
  for (const wrong of ['', 'SUMMER20', code.slice(0, -1), `${code}A`, 'GIFT-UUUU-UUUU-UUUU-UUUU', 'x'.repeat(10_000)])
    expect(readGiftCardCode(wrong)).toBeUndefined()
  const [one, two] = [await store.createStore(), await store.createStore()]
  expect(hashGiftCardCode(one, code)).not.toEqual(hashGiftCardCode(two, code))
})

test('a hundred concurrent buyers with one card spend exactly its balance', async () => {
  const shop = await newShop()
  const cardId = await shop.issue(5_250)
  const opened = await Promise.all(
    Array.from({ length: 100 }, (_, i) => insist(() => shop.openWith(cardId, [shop.coins], `player ${i}`))),
  )
  const moneyDue = opened.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
  expect(moneyDue).toBe(100 * 500 - 5_250)
  expect(opened.filter(({ pageUrl }) => pageUrl === null)).toHaveLength(10)
  expect(await shop.balanceOf(cardId)).toBe(0)
  await expectNoViolations(store)
})

test('a checkout takes its part when it opens, returns it when it is abandoned, and takes it again if it is paid after all', async () => {
  const shop = await newShop()
  const cardId = await shop.issue(1_000)
  const { checkoutId, totalMinor } = await shop.openWith(cardId, [shop.productId])
  expect([totalMinor, await shop.balanceOf(cardId)]).toEqual([990, 0])
  await shop.sendCallback(checkoutId, { closed: true })
  expect(await shop.balanceOf(cardId)).toBe(1_000)
  await shop.payOf(checkoutId, 990)
  await shop.payOf(checkoutId, 990)
  expect(await shop.kindsOf(cardId)).toEqual(['issued', 'spent', 'released', 'spent'])
  expect([await shop.balanceOf(cardId), await shop.stateOf(checkoutId), await alertsOf(shop.storeId)]).toEqual([
    0,
    'paid',
    [],
  ])
  await expectNoViolations(store)
})

test('a late payment whose card was spent elsewhere is returned, and the card pays one order', async () => {
  const shop = await newShop()
  const cardId = await shop.issue(1_000)
  const late = await shop.openWith(cardId, [shop.productId])
  await shop.sendCallback(late.checkoutId, { closed: true })
  await shop.openWith(cardId, [shop.coins], 'another')
  await shop.payOf(late.checkoutId, 990)
  expect([await shop.stateOf(late.checkoutId), await shop.balanceOf(cardId)]).toEqual(['abandoned', 500])
  expect(await shop.kindsOf(cardId)).toEqual(['issued', 'spent', 'released', 'spent'])
  expect(
    await store.query('select amount_minor::integer as minor from payment_refunds where checkout_id = $1', [
      late.checkoutId,
    ]),
  ).toEqual([{ minor: 990 }])
  expect(await alertsOf(shop.storeId)).toEqual([])
  await expectNoViolations(store)
})

const ORDERS = [[[1], [2], [3]], [[3], [2], [1]], [[2], [1, 3]], [[1, 2, 3]], [[2, 3], [1]]]

test.for(ORDERS.map((order) => [JSON.stringify(order), order] as const))(
  'refunds of lines in the order %s return the parts of money and card exactly',
  async ([, order]) => {
    const shop = await newShop()
    const cardId = await shop.issue(1_001)
    const items = [shop.productId, { productId: shop.coins, quantity: 3 }, shop.coins]
    const { checkoutId, totalMinor } = await shop.openWith(cardId, items)
    expect(totalMinor).toBe(1_990 + 2_000 - 1_001)
    await shop.payOf(checkoutId, totalMinor)
    const sent: number[] = []
    const payments = withRefund(store, async ({ amountMinor }) => {
      sent.push(amountMinor)
      return 'succeeded'
    })
    let onCard = 0
    for (const lineNos of order) {
      const request = { storeId: shop.storeId, checkoutId, lineNos }
      const { lines } = await inStore(store.database.app, shop.storeId, (tx) => previewRefund(tx, request))
      expect(await shop.balanceOf(cardId)).toBe(onCard)
      const { amountMinor } = await refundPayment(payments, request)
      expect(lines.reduce((sum, line) => sum + line.amountMinor, 0)).toBe(amountMinor)
      onCard += lines.reduce((sum, line) => sum + line.giftCardMinor, 0)
      expect(await shop.balanceOf(cardId)).toBe(onCard)
      await expect(refundPayment(payments, request)).rejects.toMatchObject({ code: 'not_refundable' })
      await inStore(store.database.app, shop.storeId, (tx) => recordManualRefund(tx, request))
    }
    expect([sent.reduce((sum, minor) => sum + minor, 0), onCard]).toEqual([totalMinor, 1_001])
    await shop.sendCallback(checkoutId, { refundedMinor: totalMinor, paymentRef: `pay ${checkoutId}` })
    expect(await shop.balanceOf(cardId)).toBe(1_001)
    await expectNoViolations(store)
  },
)

test('a basket that the card pays completely is paid without a provider, and its refund goes to the card only', async () => {
  const shop = await newShop()
  const cardId = await shop.issue(2_000)
  const { checkoutId, pageUrl } = await shop.openWith(cardId, [shop.coins, shop.coins])
  expect([pageUrl, await shop.stateOf(checkoutId), await shop.balanceOf(cardId)]).toEqual([null, 'paid', 1_000])
  expect(await store.query('select from payments where checkout_id = $1', [checkoutId])).toEqual([])
  const refund = (lineNos: number[]) =>
    inStore(store.database.app, shop.storeId, (tx) =>
      recordManualRefund(tx, { storeId: shop.storeId, checkoutId, lineNos }),
    )
  await refund([2])
  await refund([2])
  expect(await shop.balanceOf(cardId)).toBe(1_500)
  await refund([1])
  expect([await shop.balanceOf(cardId), await shop.stateOf(checkoutId)]).toEqual([2_000, 'refunded'])
  await expectNoViolations(store)
})

test('a dispute keeps the part of the card until the checkout is refunded', async () => {
  const shop = await newShop()
  const cardId = await shop.issue(1_000)
  const { checkoutId } = await shop.openWith(cardId, [shop.productId])
  await shop.payOf(checkoutId, 990)
  await shop.sendCallback(checkoutId, { dispute: 'open', paymentRef: `pay ${checkoutId}` })
  await shop.sendCallback(checkoutId, { dispute: 'lost', paymentRef: `pay ${checkoutId}` })
  expect([await shop.stateOf(checkoutId), await shop.balanceOf(cardId)]).toEqual(['disputed', 0])
  await expectNoViolations(store)
  await inStore(store.database.app, shop.storeId, (tx) => recordManualRefund(tx, { storeId: shop.storeId, checkoutId }))
  expect(await shop.balanceOf(cardId)).toBe(1_000)
  await expectNoViolations(store)
})

test('a void or expired card cannot pay, and an adjustment cannot go below zero', async () => {
  const shop = await newShop()
  const { storeId } = shop
  const cardId = await shop.issue(1_000)
  const change = (amountMinor: number) =>
    inStore(store.database.app, storeId, (tx) => adjustCard(tx, { storeId, cardId, amountMinor, note: 'why' }))
  await expect(change(-1_001)).rejects.toMatchObject({ code: 'conflict' })
  await change(-1_000)
  await change(300)
  expect(await shop.balanceOf(cardId)).toBe(300)
  const cancel = () => inStore(store.database.app, storeId, (tx) => voidCard(tx, { storeId, cardId, note: '' }))
  await cancel()
  await cancel()
  expect(await shop.kindsOf(cardId)).toEqual(['issued', 'adjusted', 'adjusted', 'voided'])
  await expect(shop.openWith(cardId, [shop.coins])).rejects.toMatchObject({ code: 'conflict' })
  await expect(change(1)).rejects.toMatchObject({ code: 'conflict' })
  const old = await shop.issue(1_000, new Date(Date.now() + 60_000))
  await store.query("update gift_cards set expires_at = now() - interval '1 minute' where id = $1", [old])
  await expect(shop.openWith(old, [shop.coins])).rejects.toMatchObject({ code: 'conflict' })
  await expectNoViolations(store)
})

test('a card of another store does not exist, and a replaced code stops working', async () => {
  const [one, two] = [await newShop(), await newShop()]
  const cardId = await one.issue(1_000)
  await expect(two.openWith(cardId, [two.coins])).rejects.toMatchObject({ code: 'not_found' })
  const { storeId } = one
  const replace = () => inStore(store.database.app, storeId, (tx) => replaceCode(tx, { storeId, cardId }))
  const [first, second] = [await replace(), await replace()]
  const find = (code: string, of = storeId) =>
    inStore(store.database.app, of, (tx) => findCardByCode(tx, { storeId: of, typed: code }))
  expect(await find(first.code)).toBeUndefined()
  expect(await find(second.code, two.storeId)).toBeUndefined()
  expect(await find(second.code)).toMatchObject({ id: cardId, balanceMinor: 1_000, isUsable: true })
})

test('each sold unit becomes one card that is worth its price, however often the payment is reported', async () => {
  const shop = await newShop()
  const checkoutId = await shop.open([{ productId: shop.card, quantity: 3 }, shop.coins])
  expect(await soldCards(checkoutId)).toEqual([])
  await Promise.all(Array.from({ length: 5 }, () => shop.payOf(checkoutId, 3_500)))
  const cards = await soldCards(checkoutId)
  expect(cards).toHaveLength(3)
  for (const cardId of cards) expect(await shop.show(cardId)).toMatchObject({ balanceMinor: 1_000, hint: null })
  // The game server gets the coins only.
  expect(only(await store.poll(shop.key)).products).toHaveLength(1)
  await expectNoViolations(store)
})

test('a gift card does not pay for gift cards', async () => {
  const shop = await newShop()
  const cardId = await shop.issue(5_000)
  expect(await shop.openWith(cardId, [shop.card, shop.coins])).toMatchObject({ totalMinor: 1_000 })
  expect(await shop.balanceOf(cardId)).toBe(4_500)
})

test('the refund of an unused card voids it before the money goes back, and a refused refund restores it', async () => {
  const shop = await newShop()
  const checkoutId = await shop.open([shop.card])
  await shop.payOf(checkoutId, 1_000)
  const cardId = only(await soldCards(checkoutId))
  const during: number[] = []
  const answer = (state: 'succeeded' | 'failed') =>
    withRefund(store, async () => {
      during.push(await shop.balanceOf(cardId))
      return state
    })
  const request = { storeId: shop.storeId, checkoutId }
  await expect(refundPayment(answer('failed'), request)).rejects.toMatchObject({ code: 'provider_refused' })
  expect([during, await shop.balanceOf(cardId), (await shop.show(cardId)).state]).toEqual([[0], 1_000, 'active'])
  await expectNoViolations(store)
  await refundPayment(answer('succeeded'), request)
  expect([during, (await shop.show(cardId)).state]).toEqual([[0, 0], 'void'])
  expect(await shop.kindsOf(cardId)).toEqual(['issued', 'voided', 'restored', 'voided'])
  await expectNoViolations(store)
})

test('the refund of a used card is refused, also while an open checkout wants to use it', async () => {
  const shop = await newShop()
  const checkoutId = await shop.open([shop.card])
  await shop.payOf(checkoutId, 1_000)
  const cardId = only(await soldCards(checkoutId))
  const { checkoutId: using } = await shop.openWith(cardId, [shop.productId])
  const payments = withRefund(store, async () => 'succeeded')
  const refund = () => refundPayment(payments, { storeId: shop.storeId, checkoutId })
  await expect(refund()).rejects.toThrow('was used, or an open order wants to use it')
  await expect(
    inStore(store.database.app, shop.storeId, (tx) => previewRefund(tx, { storeId: shop.storeId, checkoutId })),
  ).rejects.toMatchObject({ code: 'not_refundable' })
  await shop.sendCallback(using, { closed: true })
  expect(await refund()).toMatchObject({ amountMinor: 1_000 })
  await expectNoViolations(store)
})

test.for(['dispute', 'refund'] as const)(
  'a %s at the provider voids what is left of a sold card, and owners are told what is lost',
  async (kind) => {
    const shop = await newShop()
    const checkoutId = await shop.open([shop.card])
    await shop.payOf(checkoutId, 1_000)
    const cardId = only(await soldCards(checkoutId))
    const { checkoutId: bought } = await shop.openWith(cardId, [shop.coins])
    const facts = kind === 'dispute' ? { dispute: 'open' as const } : { refundedMinor: 1_000 }
    for (let i = 0; i < 2; i++) await shop.sendCallback(checkoutId, { ...facts, paymentRef: `pay ${checkoutId}` })
    expect(await shop.kindsOf(cardId)).toEqual(['issued', 'spent', 'voided'])
    expect([await shop.balanceOf(cardId), (await shop.show(cardId)).state]).toEqual([0, 'void'])
    expect(await alertsOf(shop.storeId)).toEqual(['gift_card_loss'])
    // What is refunded later is in the ledger, and nobody can spend it.
    await store.refund(shop.storeId, bought)
    expect(await shop.balanceOf(cardId)).toBe(500)
    await expect(shop.openWith(cardId, [shop.coins])).rejects.toMatchObject({ code: 'conflict' })
    await expectNoViolations(store)
  },
)
