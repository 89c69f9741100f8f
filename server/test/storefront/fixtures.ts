import type { CategoryId, ProductId, StoreId } from '../../src/ids.ts'
import {
  buildCategory,
  buildHome,
  buildProduct,
  buildShopView,
  searchProducts,
} from '../../src/storefront/shop/build-views.ts'
import { avatarUrl } from '../../src/storefront/avatar.ts'
import type { Shop, ShopProduct } from '../../src/storefront/shop/shop.ts'
import type {
  BasketView,
  CheckoutView,
  LineView,
  OrderItemView,
  OrderView,
  WhoView,
  WithdrawalView,
} from '../../src/storefront/views/order-pages.ts'

const DAY = 86_400
const ranks = 'cat-ranks' as CategoryId
const coins = 'cat-coins' as CategoryId

function product(name: string, price: number, more: Partial<ShopProduct> = {}): ShopProduct {
  const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return {
    id: `prd-${slug}` as ProductId,
    slug,
    categoryId: ranks,
    name,
    summary: `${name}, for the market`,
    description: '- 6 homes\n- A blue name\n\nBuildings stay yours.',
    picture: null,
    isListed: true,
    variants: [{ id: `v-${slug}`, name: '30 days', price, durationSeconds: 30 * DAY }],
    stock: null,
    maxPerPlayer: null,
    requiresOnline: false,
    servers: ['Vale Survival'],
    isServerChosen: false,
    ...more,
  }
}

const knight = product('Knight', 1990, {
  variants: [
    { id: 'v1', name: '30 days', price: 1990, durationSeconds: 30 * DAY },
    { id: 'v2', name: '90 days', price: 4990, durationSeconds: 90 * DAY },
  ],
  maxPerPlayer: 1,
})

export const SHOP: Shop = {
  storeId: 'store' as StoreId,
  version: '1',
  store: {
    name: 'Vale',
    currency: 'BRL',
    isTest: false,
    locales: ['en', 'pt-BR', 'es'],
    defaultLocale: 'en',
    timeZone: 'America/Sao_Paulo',
    title: 'The Vale store',
    tagline: 'Items arrive in the game seconds after payment.',
    seller: 'Sold by Vale Jogos Ltda., São Paulo.',
    supportUrl: '/pages/support',
    joinAddress: 'play.vale.example',
    terms: '# Terms\n\nText with <b>markup</b>.',
    privacy: 'Text.',
    pages: [{ slug: 'rules', title: 'Rules', content: 'Be kind.' }],
    logo: null,
    banner: null,
    themeSettings: {},
    isClosed: false,
    closedMessage: null,
  },
  categories: [
    {
      id: ranks,
      name: 'Ranks',
      slug: 'ranks',
      description: 'A higher rank includes everything below it.',
      comparison: [
        { name: 'Homes', cells: { 'prd-squire': '3', 'prd-knight': '6' } },
        { name: 'Queue priority', cells: { 'prd-squire': false, 'prd-knight': true } },
      ],
    },
    { id: coins, name: 'Coins', slug: 'coins', description: '', comparison: [] },
  ],
  products: [
    product('Squire', 990),
    knight,
    product('5,000 coins', 4990, {
      categoryId: coins,
      variants: [{ id: 'c', name: '', price: 4990, durationSeconds: null }],
    }),
    product('Wyrm crate', 2490, { categoryId: null, stock: 0 }),
  ],
}

export const PAID_AT = new Date('2026-11-16T00:42:08Z')
const player = { name: 'Rowan_Hale', avatar: avatarUrl('Rowan_Hale') }

function line(name: string, price: number, more: Partial<LineView> = {}): LineView {
  return {
    id: `line-${name}`,
    name,
    url: '/p/knight',
    picture: null,
    meta: '30 days',
    quantity: 1,
    unit_price: price,
    price,
    usual_price: null,
    is_single: false,
    can_add: true,
    fault: null,
    ...more,
  }
}

const lines = [
  line('Knight', 1592, { usual_price: 1990, is_single: true }),
  line('5,000 coins', 4990, { meta: '500 coins extra' }),
  line('Harvest crate', 2980, {
    quantity: 2,
    unit_price: 1490,
    can_add: false,
    fault: { key: 'too_few_left', name: 'Harvest crate', count: 1 },
  }),
]
const sums = { lines, count: 4, subtotal: 9562, discounts: [{ name: 'MIRA5', amount: 478 }], total: 9084 }

export const BASKET: BasketView = { ...sums, faults: [{ key: 'sold_out', name: 'Wyrm crate' }], can_continue: true }
export const EMPTY_BASKET: BasketView = {
  lines: [],
  count: 0,
  subtotal: 0,
  discounts: [],
  total: 0,
  faults: [],
  can_continue: false,
}
export const WHO: WhoView = {
  name: 'Rowan_Hale',
  player,
  fault: { key: 'unknown_player' },
  is_unchecked: true,
  can_gift: true,
  is_gift: true,
  recipient_name: 'OldBram',
  recipient: { name: 'OldBram', avatar: avatarUrl('OldBram') },
  recipient_fault: { key: 'player_banned', player: 'OldBram' },
}
export const CHECKOUT: CheckoutView = {
  ...sums,
  player,
  email: 'rowan@mail.example',
  email_fault: { key: 'email_invalid' },
  consent: false,
  consent_fault: { key: 'consent_missing' },
  servers: [{ id: 'srv_1', name: 'Vale Survival', is_chosen: true }],
  providers: ['mercadopago', 'stripe', 'paypal', 'sandbox'],
  faults: [{ key: 'provider_unavailable' }],
}

function item(name: string, more: Partial<OrderItemView> = {}): OrderItemView {
  return {
    name,
    quantity: 1,
    meta: 'Vale Survival',
    picture: null,
    until: null,
    badge: 'delivered',
    tone: 'good',
    steps: [
      { key: 'paid', state: 'done', at: PAID_AT, note: null },
      { key: 'sent', state: 'done', at: PAID_AT, note: null },
      { key: 'delivered', state: 'done', at: PAID_AT, note: null },
    ],
    notice: null,
    ...more,
  }
}

export const ORDER: OrderView = {
  url: '/o/token',
  number: 'VALE-7K2M-94QD',
  state: 'paid',
  is_changing: true,
  updated_at: PAID_AT,
  delivered: 2,
  total_items: 4,
  player,
  items: [
    item('Harvest crate', {
      quantity: 2,
      badge: 'waiting_for_player',
      tone: 'wait',
      steps: [
        { key: 'paid', state: 'done', at: PAID_AT, note: null },
        { key: 'sent', state: 'done', at: PAID_AT, note: null },
        { key: 'delivery', state: 'now', at: null, note: 'when_you_join' },
      ],
      notice: { key: 'player_away', server: 'Vale Survival', join: true },
    }),
    item('Offline', {
      badge: 'waiting_for_server',
      tone: 'wait',
      notice: { key: 'server_offline', server: 'Vale Survival', since: PAID_AT },
    }),
    item('Knight', { until: new Date('2026-12-16T00:42:08Z') }),
  ],
  notice: null,
  lines: [{ name: 'Knight', quantity: 1, price: 1990 }],
  discounts: [],
  total: 9084,
  provider: 'mercadopago',
  email: 'r•••@mail.example',
  receipt_sent_at: PAID_AT,
  withdrawal: { until: new Date('2026-11-22T00:00:00Z'), amount: 2831, url: '/o/token/withdraw' },
}
export const WITHDRAWAL: WithdrawalView = {
  url: '/o/token/withdraw',
  order_url: '/o/token',
  number: 'VALE-7K2M-94QD',
  lines: [{ name: 'Harvest crate', quantity: 2, price: 2831 }],
  amount: 2831,
  is_done: false,
  at: null,
  fault: { key: 'cannot_withdraw' },
}

const status = { is_online: true, players: 214, max_players: 300 }
export const SHOP_VIEW = buildShopView(SHOP, { colorsUrl: null, status })
const recent = [{ player: 'tomasz_k', avatar: avatarUrl('tomasz_k'), name: 'Knight', quantity: 2, at: PAID_AT }]

/** Every page with its objects. */
export const PAGES: [template: string, data: Record<string, unknown>][] = [
  ['home', { home: buildHome(SHOP, recent) }],
  ['category', { category: buildCategory(SHOP, 'ranks') }],
  ['product', { product: buildProduct(SHOP, 'knight') }],
  ['search', { search: { query: 'coins', products: searchProducts(SHOP, 'coins') } }],
  ['page', { page: { title: 'Terms', content: SHOP.store.terms } }],
  ['basket', { basket: BASKET, who: WHO }],
  ['basket', { basket: EMPTY_BASKET, who: WHO }],
  ['404', {}],
  ['closed', {}],
  ['error', { error: { key: 'internal', request_id: 'req-1' } }],
  ['who', { who: WHO }],
  ['checkout', { checkout: CHECKOUT }],
  ['order', { order: ORDER }],
  ['withdraw', { withdrawal: WITHDRAWAL }],
  ['withdraw', { withdrawal: { ...WITHDRAWAL, is_done: true, at: PAID_AT, fault: null } }],
]
