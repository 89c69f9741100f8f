import {
  buildCategory,
  buildHome,
  buildProduct,
  buildShopView,
  searchProducts,
} from '../../src/storefront/shop/build-views.ts'
import type { LiveFacts } from '../../src/storefront/shop/live-facts.ts'
import { avatarUrl } from '../../src/storefront/avatar.ts'
import type {
  BasketView,
  CancellationView,
  CheckoutView,
  LineView,
  OrderItemView,
  OrderView,
  ReceiptView,
  SubscriptionView,
  MeView,
  WhoView,
  WithdrawalView,
} from '../../src/storefront/views/order-pages.ts'
import { drawing, SHOP } from './fixture-shop.ts'

export const PAID_AT = new Date('2026-11-16T00:42:08Z')
const player = { name: 'Rowan_Hale', avatar: avatarUrl('Rowan_Hale') }

function line(name: string, price: number, more: Partial<LineView> = {}): LineView {
  return {
    id: `line-${name}`,
    name,
    url: '/p/knight',
    picture: null,
    meta: '30 days',
    fields: [],
    quantity: 1,
    unit_price: price,
    price,
    usual_price: null,
    period: null,
    is_single: false,
    can_add: true,
    fault: null,
    ...more,
  }
}

const lines = [
  line('Knight', 1592, { usual_price: 1990, is_single: true, picture: drawing('rank-knight') }),
  line('5,000 coins', 4990, { meta: '500 coins extra', picture: drawing('coins-5000') }),
  line('Harvest crate', 2980, {
    picture: drawing('crate-harvest'),
    quantity: 2,
    unit_price: 1490,
    can_add: false,
    fault: { key: 'too_few_left', name: 'Harvest crate', count: 1 },
  }),
]
const sums = {
  lines,
  count: 4,
  subtotal: 9562,
  discounts: [{ key: 'code' as const, name: 'MIRA5', amount: 478 }],
  code: '',
  used_code: 'MIRA5',
  code_fault: null,
  gift_card: { name: '…52EC', left: 500, fault: null },
  saved: 876,
  total: 9084,
}

const calmLines = lines.map((each) => ({ ...each, fault: null, can_add: true }))
const BASKET: BasketView = { ...sums, lines: calmLines, faults: [], is_ready: true, can_continue: true }
const FAULTY_BASKET: BasketView = {
  ...sums,
  faults: [{ key: 'sold_out', name: 'Wyrm crate' }],
  is_ready: false,
  can_continue: false,
}
const PATRON = line('Patron', 1490, { meta: '', period: 'month', is_single: true, picture: drawing('rank-squire') })
const patronSums = { ...sums, lines: [PATRON], count: 1, subtotal: 1490, discounts: [], saved: 0, total: 1490 }
const SUBSCRIPTION_BASKET: BasketView = {
  ...patronSums,
  lines: [{ ...PATRON, fault: { key: 'subscription_alone', name: 'Patron' } }, ...calmLines.slice(1, 2)],
  gift_card: null,
  code: '',
  faults: [],
  is_ready: false,
  can_continue: false,
}
const EMPTY_BASKET: BasketView = {
  lines: [],
  count: 0,
  subtotal: 0,
  discounts: [],
  code: '',
  used_code: '',
  code_fault: null,
  gift_card: null,
  saved: 0,
  total: 0,
  faults: [],
  is_ready: false,
  can_continue: false,
}
const FAULTY_WHO: WhoView = {
  name: 'Rowan_Hale',
  player,
  fault: { key: 'unknown_player' },
  is_typed: true,
  is_unchecked: true,
  is_proven: false,
  sign_ins: ['steam', 'discord'],
  has_code: true,
  code: '',
  code_fault: { key: 'code_wrong' },
  can_gift: true,
  is_gift: true,
  recipient_name: 'OldBram',
  recipient: { name: 'OldBram', avatar: avatarUrl('OldBram') },
  recipient_fault: { key: 'player_banned', player: 'OldBram' },
}
const WHO: WhoView = {
  ...FAULTY_WHO,
  fault: null,
  is_unchecked: false,
  sign_ins: [],
  has_code: false,
  code_fault: null,
  is_gift: false,
  recipient_name: '',
  recipient: null,
  recipient_fault: null,
}
const ME: MeView = {
  player,
  sign_ins: ['steam'],
  has_code: true,
  is_named: true,
  items: [
    { name: 'Knight', until: new Date('2026-12-16T00:42:08Z') },
    { name: 'Founder’s banner', until: null },
  ],
  subscriptions: [],
  orders: ['paid', 'refunded', 'disputed'].map((state) => ({
    number: 'chk_01h455vb4pex5vsknk084sn02q',
    state,
    at: new Date('2026-11-16T00:42:08Z'),
    lines: [
      { name: 'Knight, 30 days', quantity: 1 },
      { name: '1,000 coins', quantity: 2 },
    ],
    total: 9084,
  })),
}
/** Every key begins with nothing. */
const SOLVED_AT_ONCE = Buffer.from(
  '{"challenge":{"parameters":{"algorithm":"PBKDF2/SHA-256","nonce":"00","salt":"00","cost":1,"keyLength":32,"keyPrefix":""}}}',
).toString('base64')
const FAULTY_CHECKOUT: CheckoutView = {
  ...sums,
  player,
  email: 'rowan@mail.example',
  email_fault: { key: 'email_invalid' },
  consent: false,
  consent_fault: { key: 'consent_missing' },
  renewal: null,
  countries: [
    { code: 'AT', name: 'Austria', is_chosen: false },
    { code: 'DE', name: 'Germany', is_chosen: true },
  ],
  names_buyers: true,
  hides_name: true,
  servers: [{ id: 'srv_1', name: 'Vale Survival', is_chosen: true }],
  providers: ['mercadopago', 'stripe', 'paypal', 'sandbox'],
  challenge: { altcha: SOLVED_AT_ONCE, wait: 30, provider: null },
  faults: [
    { key: 'provider_unavailable' },
    { key: 'too_many_payments', wait: 90 },
    { key: 'stock_held', wait: 21_600 },
    { key: 'earlier_order_open' },
    { key: 'stock_part' },
  ],
}

const CHECKOUT: CheckoutView = {
  ...FAULTY_CHECKOUT,
  lines: calmLines,
  email: '',
  email_fault: null,
  consent_fault: null,
  servers: [],
  providers: ['mercadopago', 'stripe', 'paypal'],
  challenge: null,
  faults: [],
}

const RENEWAL = { period: 'month' as const, amount: 1490, is_agreed: false, fault: null }
const SUBSCRIPTION_CHECKOUT: CheckoutView = {
  ...CHECKOUT,
  ...patronSums,
  countries: [],
  names_buyers: false,
  providers: ['stripe', 'paypal'],
  renewal: RENEWAL,
}

function item(name: string, more: Partial<OrderItemView> = {}): OrderItemView {
  return {
    name,
    quantity: 1,
    meta: 'Vale Survival',
    fields: [],
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

const ORDER: OrderView = {
  url: '/o/token',
  number: 'chk_01h455vb4pex5vsknk084sn02q',
  state: 'paid',
  is_cards: false,
  is_changing: true,
  updated_at: PAID_AT,
  delivered: 2,
  total_items: 4,
  player,
  cards: { url: '/o/token/gift-cards', unseen: 1, codes: [{ code: 'GIFT-7K3M-9QWX-0HTB-52EC', value: 2_500 }] },
  items: [
    item('Harvest crate', {
      picture: drawing('crate-harvest'),
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
    item('Wyrm crate', {
      picture: drawing('crate-wyrm'),
      badge: 'waiting_for_server',
      tone: 'wait',
      steps: [
        { key: 'paid', state: 'done', at: PAID_AT, note: null },
        { key: 'to_server', state: 'now', at: null, note: 'when_back' },
        { key: 'delivery', state: 'next', at: null, note: null },
      ],
      notice: { key: 'server_offline', server: 'Vale Survival', since: PAID_AT },
    }),
    item('Squire', {
      picture: drawing('rank-squire'),
      badge: 'arrives_together',
      tone: 'wait',
      steps: [
        { key: 'paid', state: 'done', at: PAID_AT, note: null },
        { key: 'sent', state: 'done', at: PAID_AT, note: null },
        { key: 'delivery', state: 'now', at: null, note: 'when_you_join' },
      ],
      notice: { key: 'together', name: 'Harvest crate', join: true },
    }),
    item('5,000 coins', { meta: '500 coins extra, Vale Survival', picture: drawing('coins-5000') }),
    item('Knight', { picture: drawing('rank-knight'), until: new Date('2026-12-16T00:42:08Z') }),
  ],
  notice: null,
  payment: null,
  lines: [
    { name: 'Knight, 30 days', quantity: 1, price: 1990 },
    { name: '5,000 coins', quantity: 1, price: 4990 },
    { name: 'Harvest crate', quantity: 2, price: 2980 },
  ],
  discounts: [
    { key: 'sale', name: 'Harvest sale', amount: 398 },
    { key: 'code', name: 'MIRA5', amount: 478 },
  ],
  total: 9084,
  provider: 'mercadopago',
  email: 'r•••@mail.example',
  mail_refused: null,
  receipt_sent_at: PAID_AT,
  withdrawal: { until: new Date('2026-11-22T00:00:00Z'), amount: 2831, url: '/o/token/withdraw' },
  is_sent: true,
  subscription: null,
}
const OPEN_ORDER: OrderView = {
  ...ORDER,
  state: 'open',
  delivered: 0,
  items: ORDER.items.map((each) => ({
    ...each,
    until: null,
    badge: 'waiting_for_payment',
    tone: 'wait',
    steps: [
      { key: 'payment', state: 'now', at: null, note: 'confirming' },
      { key: 'to_server', state: 'next', at: null, note: null },
      { key: 'delivery', state: 'next', at: null, note: null },
    ],
    notice: { key: 'payment' },
  })),
  notice: { key: 'open', tone: 'wait' },
  payment: { url: '/o/qmo_1/pay', providers: ['paypal', 'stripe'], fault: null },
  provider: null,
  mail_refused: null,
  receipt_sent_at: null,
  withdrawal: null,
  is_sent: false,
}
const REFUNDED_ORDER: OrderView = {
  ...ORDER,
  state: 'refunded',
  is_changing: false,
  items: [
    item('Knight, 30 days', {
      badge: 'refunded',
      tone: 'bad',
      steps: [
        { key: 'paid', state: 'done', at: PAID_AT, note: null },
        { key: 'refunded', state: 'done', at: PAID_AT, note: null },
      ],
    }),
  ],
  notice: { key: 'refunded', tone: 'error' },
  withdrawal: null,
  is_sent: false,
}
const SUBSCRIPTION: SubscriptionView = {
  name: 'Patron',
  state: 'active',
  tone: 'good',
  period: 'month',
  amount: 1490,
  paid_until: new Date('2026-12-16T00:42:08Z'),
  grace_until: new Date('2026-12-19T00:42:08Z'),
  cancel_url: '/o/token/cancel',
}
const subscribed = (more: Partial<SubscriptionView> = {}): OrderView => ({
  ...ORDER,
  state: 'delivered',
  is_changing: false,
  delivered: 1,
  total_items: 1,
  cards: null,
  items: [item('Patron', { picture: drawing('rank-squire') })],
  lines: [{ name: 'Patron', quantity: 1, price: 1490 }],
  discounts: [],
  total: 1490,
  withdrawal: null,
  is_sent: false,
  subscription: { ...SUBSCRIPTION, ...more },
})
const ENDING = { state: 'cancelling', tone: 'wait', cancel_url: null } as const
const cancelling = (more: Partial<SubscriptionView> = {}): CancellationView => ({
  order_url: '/o/token',
  number: ORDER.number,
  subscription: { ...SUBSCRIPTION, ...more },
})
const RECEIPT: ReceiptView = {
  paid_at: PAID_AT,
  tax: { percent: 19, country: 'Germany', amount: 452 },
  refunded: 1_490,
}
const WITHDRAWAL: WithdrawalView = {
  url: '/o/token/withdraw',
  order_url: '/o/token',
  number: 'chk_01h455vb4pex5vsknk084sn02q',
  lines: [{ name: 'Harvest crate', quantity: 2, price: 2831 }],
  amount: 2831,
  is_done: false,
  at: null,
  fault: { key: 'cannot_withdraw' },
}

const STATUS = { is_online: true, players: 214, max_players: 300 }
export const SHOP_VIEW = buildShopView(SHOP, { colorsUrl: null, status: STATUS })
const purchase = (buyer: string, name: string, quantity: number, minutesAgo: number) => ({
  player: buyer,
  avatar: avatarUrl(buyer),
  name,
  quantity,
  at: new Date(Date.now() - minutesAgo * 60_000),
})
const RECENT = [
  purchase('tomasz_k', 'Knight, 90 days', 1, 4),
  purchase('OldBram', 'Harvest crate', 3, 21),
  purchase('IlseOfTheFen', '1,000 coins', 1, 70),
  purchase('Rowan_Hale', 'Squire', 1, 200),
]

export const LIVE: LiveFacts = {
  version: '1',
  status: STATUS,
  recent: RECENT,
  goal: { sold: 131_200, endsAt: new Date(Date.now() + 14.5 * 86_400_000) },
  supporters: [
    { player: 'IlseOfTheFen', paid: 42_000 },
    { player: 'OldBram', paid: 4_500 },
  ],
}

/** Every page with its objects. */
export const PAGES: [template: string, data: Record<string, unknown>][] = [
  ['home', { home: buildHome(SHOP, LIVE, new Date()) }],
  ['category', { category: buildCategory(SHOP, 'ranks') }],
  ['product', { product: buildProduct(SHOP, 'knight') }],
  ['search', { search: { query: 'coins', products: searchProducts(SHOP, 'coins') } }],
  ['page', { page: { title: 'Terms', content: SHOP.store.terms } }],
  ['basket', { basket: BASKET, who: WHO }],
  ['basket', { basket: FAULTY_BASKET, who: FAULTY_WHO }],
  ['basket', { basket: EMPTY_BASKET, who: WHO }],
  ['404', {}],
  ['closed', {}],
  ['error', { error: { key: 'internal', request_id: 'req-1', wait: null } }],
  ['error', { error: { key: 'rate_limited', request_id: 'req-1', wait: 120 } }],
  ['who', { who: FAULTY_WHO }],
  ['who', { who: { ...WHO, sign_ins: ['steam'], is_proven: true, is_typed: false, can_gift: false } }],
  [
    'who',
    {
      who: {
        ...WHO,
        player: null,
        sign_ins: ['steam'],
        is_typed: false,
        can_gift: false,
        fault: { key: 'sign_in_first' },
      },
    },
  ],
  ['who', { who: { ...WHO, player: null, sign_ins: [], has_code: false, is_typed: false, can_gift: false } }],
  [
    'me',
    { me: { player: null, sign_ins: ['steam', 'discord'], has_code: true, items: [], orders: [], subscriptions: [] } },
  ],
  ['me', { me: ME }],
  ['checkout', { checkout: CHECKOUT }],
  ['checkout', { checkout: FAULTY_CHECKOUT }],
  ['order', { order: ORDER }],
  ['order', { order: OPEN_ORDER }],
  ['order', { order: REFUNDED_ORDER }],
  ['receipt', { order: ORDER, receipt: RECEIPT }],
  ['basket', { basket: SUBSCRIPTION_BASKET, who: WHO }],
  ['product', { product: buildProduct(SHOP, 'patron') }],
  ['checkout', { checkout: SUBSCRIPTION_CHECKOUT }],
  [
    'checkout',
    {
      checkout: {
        ...SUBSCRIPTION_CHECKOUT,
        providers: [],
        renewal: { ...RENEWAL, fault: { key: 'renewal_consent_missing' } },
      },
    },
  ],
  ['order', { order: subscribed() }],
  ['order', { order: subscribed({ state: 'past_due', tone: 'wait' }) }],
  ['order', { order: subscribed(ENDING) }],
  ['order', { order: subscribed({ state: 'ended', tone: null, cancel_url: null }) }],
  ['order', { order: { ...OPEN_ORDER, subscription: { ...SUBSCRIPTION, state: 'pending', cancel_url: null } } }],
  ['receipt', { order: subscribed(), receipt: RECEIPT }],
  ['cancel', { cancellation: cancelling() }],
  ['cancel', { cancellation: cancelling({ state: 'past_due' }) }],
  ['cancel', { cancellation: cancelling(ENDING) }],
  ['me', { me: { ...ME, subscriptions: [SUBSCRIPTION, { ...SUBSCRIPTION, ...ENDING }] } }],
  ['withdraw', { withdrawal: WITHDRAWAL }],
  ['withdraw', { withdrawal: { ...WITHDRAWAL, fault: null } }],
  ['withdraw', { withdrawal: { ...WITHDRAWAL, is_done: true, at: PAID_AT, fault: null } }],
]
