import { expect, test } from 'vitest'
import type { Basket, Code, Holding, Offer, PricedLine, Sale } from './basket.ts'
import { priceBasket } from './price-basket.ts'

const NOW = Date.parse('2026-11-17T12:00:00Z')
const DAY = 86_400_000
const EVERYTHING = { scope: undefined, from: undefined, until: undefined }
const CODE: Code = {
  ...EVERYTHING,
  discount: { percent: 1_000 },
  minimum: 0,
  usesLeft: undefined,
  usesLeftOfPlayer: undefined,
  share: 0,
}
const sale = (id: string, discount: Sale['discount'], more: Partial<Sale> = {}): Sale => ({
  ...EVERYTHING,
  id,
  discount,
  ...more,
})

/** Coins for 5.00, VIP for 10.00 and MVP for 25.00, which is above VIP. */
function offer(more: Partial<Offer> = {}): Offer {
  const product = (minor: number, rank?: number) => ({
    prices: new Map([['', minor]]),
    categoryIds: [rank === undefined ? 'money' : 'ranks'],
    isPriceOpen: false,
    tier: rank === undefined ? undefined : { groupId: 'ranks', rank },
  })
  return {
    products: new Map([
      ['coins', product(500)],
      ['vip', product(1_000, 1)],
      ['mvp', product(2_500, 2)],
      ['donation', { ...product(100), isPriceOpen: true }],
    ]),
    sales: [],
    tierGroups: new Map([['ranks', { credit: 'full' }]]),
    taxRates: new Map([['DE', 1_900]]),
    ...more,
  }
}

const line = (productId: string, quantity = 1, more: object = {}) => ({
  id: productId,
  productId,
  variantId: '',
  quantity,
  ...more,
})

function price(basket: Partial<Basket>, shop: Partial<Offer> = {}, holdings: Holding[] = []): PricedLine[] {
  const priced = priceBasket(offer(shop), { lines: [], ...basket }, NOW, holdings)
  if (priced.isRefused) throw new Error(priced.refusals.map(({ reason }) => reason).join(', '))
  return priced.lines
}

test('an upgrade credits what the player paid for lower tiers, and the part for the remaining time if the group says so', () => {
  const vip: Holding = { groupId: 'ranks', rank: 1, paid: 999, from: NOW - 20 * DAY, until: NOW + 10 * DAY }
  expect(price({ lines: [line('mvp')] }, {}, [vip])).toMatchObject([{ list: 2_500, upgradeCredit: 999, paid: 1_501 }])
  const tierGroups = new Map([['ranks', { credit: 'remaining time' as const }]])
  expect(price({ lines: [line('mvp')] }, { tierGroups }, [vip])).toMatchObject([{ upgradeCredit: 333 }])
  expect(price({ lines: [line('mvp')] }, { tierGroups }, [{ ...vip, until: undefined }])).toMatchObject([
    { upgradeCredit: 999 },
  ])
  expect(price({ lines: [line('mvp')] }, {}, [{ ...vip, until: NOW }])).toMatchObject([{ upgradeCredit: 0 }])
  expect(price({ lines: [line('mvp')] }, {}, [{ ...vip, paid: 9_999 }])).toMatchObject([
    { upgradeCredit: 2_500, paid: 0 },
  ])
})

test('a lower tier than the player has, two tiers of a group and more than one of a tier are refused', () => {
  const mvp: Holding = { groupId: 'ranks', rank: 2, paid: 0, from: NOW, until: undefined }
  expect(() => price({ lines: [line('vip')] }, {}, [mvp])).toThrow('higher_tier_owned')
  expect(() => price({ lines: [line('vip'), line('mvp')] })).toThrow('tier_twice')
  expect(() => price({ lines: [line('vip', 2)] })).toThrow('tier_quantity')
})

test('the one sale that takes off most applies, from its start until its end', () => {
  const sales = [
    sale('b', { percent: 2_000 }),
    sale('a', { amount: 100 }),
    sale('c', { percent: 9_000 }, { from: NOW + 1 }),
    sale('d', { percent: 9_000 }, { until: NOW }),
    sale('e', { percent: 9_000 }, { scope: { productIds: ['vip'], categoryIds: [] } }),
  ]
  expect(price({ lines: [line('coins', 3)] }, { sales })).toMatchObject([
    { list: 1_500, sale: 300, saleId: 'a', paid: 1_200 },
  ])
  expect(price({ lines: [line('vip')] }, { sales })).toMatchObject([{ sale: 900, saleId: 'e', paid: 100 }])
})

test('a code is divided among the lines in its scope, so that the parts add up', () => {
  const lines = ['a', 'b', 'c'].map((id) => ({ ...line('coins'), id }))
  expect(price({ lines, code: { ...CODE, discount: { amount: 100 } } }).map(({ code }) => code)).toEqual([34, 33, 33])
  const scope = { productIds: [], categoryIds: ['ranks'] }
  const mixed = [line('coins'), line('vip')]
  expect(price({ lines: mixed, code: { ...CODE, scope } }).map(({ code }) => code)).toEqual([0, 100])
})

test.for([
  ['code_not_valid_now', { until: NOW }],
  ['code_used_up', { usesLeft: 0 }],
  ['code_used_by_player', { usesLeftOfPlayer: 0 }],
  ['code_minimum', { minimum: 501 }],
  ['code_not_for_these', { scope: { productIds: ['vip'], categoryIds: [] } }],
] as const)('a code that cannot be used is refused: %s', ([reason, more]) => {
  expect(() => price({ lines: [line('coins')], code: { ...CODE, ...more } })).toThrow(reason)
})

test('a gift card pays after all discounts, and tax and the share of a creator count what it paid', () => {
  const code = { ...CODE, share: 500 }
  expect(price({ lines: [line('coins')], code, giftCard: 200, country: 'DE' })).toMatchObject([
    { list: 500, code: 50, giftCard: 200, paid: 250, tax: 72, creatorShare: 23 },
  ])
  expect(price({ lines: [line('coins')], giftCard: 10_000 })).toMatchObject([{ giftCard: 500, paid: 0 }])
})

test('a gift card that is bought costs what it is worth: no sale, code or other card pays for it, and it has no tax', () => {
  const products = new Map([
    ...offer().products,
    ['card', { prices: new Map([['', 1_000]]), categoryIds: [], isPriceOpen: false, isGiftCard: true }],
  ])
  const shop = { products, sales: [sale('a', { percent: 5_000 })] }
  const basket = { lines: [line('card'), line('coins')], code: CODE, giftCard: 10_000, country: 'DE' }
  expect(price(basket, shop)).toMatchObject([
    { list: 1_000, sale: 0, code: 0, giftCard: 0, paid: 1_000, tax: 0 },
    { list: 500, sale: 250, code: 25, giftCard: 225, paid: 0 },
  ])
  expect(() => price({ lines: [line('card')], code: CODE }, shop)).toThrow('code_not_for_these')
})

test('a buyer names the price only of a product that allows it, and not below its price', () => {
  expect(price({ lines: [line('donation', 2, { namedPrice: 150 })] })).toMatchObject([{ list: 300 }])
  expect(price({ lines: [line('coins', 1, { namedPrice: 1 })] })).toMatchObject([{ list: 500 }])
  expect(() => price({ lines: [line('donation', 1, { namedPrice: 99 })] })).toThrow('price_too_low')
})

test('prices near the limit are exact', () => {
  const products = new Map([['x', { prices: new Map([['', 999_999_999_999]]), categoryIds: [], isPriceOpen: false }]])
  const code = { ...CODE, discount: { percent: 3_333 } }
  expect(price({ lines: [line('x', 1_000)], code }, { products })).toMatchObject([
    { list: 999_999_999_999_000, code: 333_299_999_999_667, paid: 666_699_999_999_333 },
  ])
})
