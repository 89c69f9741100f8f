import type { PageInput } from '../render-page.ts'
import { THEME_TEMPLATES } from './check-files.ts'

type SamplePage = Omit<PageInput, 'head'>

/** A page of every template, with objects like those of a real store, for checks and for the preview of a folder. */
export function samplePages(now = new Date()): SamplePage[] {
  return THEME_TEMPLATES.map((template) => ({
    template,
    data: DATA[template] ?? {},
    globals: {
      shop: SHOP,
      request: { path: PATHS[template] ?? '/', locale: 'en', locales: [{ code: 'en', name: 'English' }] },
    },
    settings: {},
    locale: 'en',
    timeZone: 'UTC',
    currency: 'EUR',
    now,
  }))
}

const RANKS = { name: 'Ranks', slug: 'ranks', url: '/c/ranks' }
const COINS = { name: 'Coins', slug: 'coins', url: '/c/coins' }

/** The addresses of the sample pages. */
export const PATHS: Record<string, string> = {
  home: '/',
  category: '/c/ranks',
  product: '/p/knight',
  basket: '/basket',
  search: '/search',
  page: '/pages/rules',
  '404': '/missing',
}

const SHOP = {
  name: 'Vale',
  title: 'Vale Survival',
  tagline: 'Ranks, coins and crates',
  seller: 'Sold by Vale Games.',
  support_url: 'mailto:help@vale.example',
  has_terms: true,
  logo: null,
  banner: null,
  join_address: 'play.vale.example',
  is_test: true,
  is_closed: false,
  closed_message: null,
  can_sign_in: true,
  currency: 'EUR',
  categories: [RANKS, COINS],
  links: [
    { url: '/terms', key: 'footer.terms' },
    { url: '/pages/rules', title: 'Rules' },
  ],
  status: { is_online: true, players: 34, max_players: 100 },
  colors_url: null,
}

function card(name: string, price: number, more: object = {}) {
  const slug = name.toLowerCase().replaceAll(/\W+/g, '-')
  return {
    name,
    slug,
    url: `/p/${slug}`,
    summary: `${name} for everybody`,
    picture: null,
    price,
    usual_price: null,
    percent_off: null,
    period: null,
    sale: null,
    durations: [],
    is_sold_out: false,
    ...more,
  }
}

const SALE = { name: 'Harvest sale', ends_at: new Date(0).toISOString() }

const PRODUCTS = [
  card('Knight', 1990, { durations: [2_592_000, 7_776_000] }),
  card('Squire', 990, { usual_price: 1490, percent_off: 34, sale: SALE }),
  card('5,000 coins', 4990),
  card('Patron', 1490, { period: 'month' }),
  card('Wyrm crate', 290, { is_sold_out: true }),
]

const COMPARISON = {
  columns: PRODUCTS.slice(0, 2).map(({ name, slug, url, price }) => ({
    name,
    slug,
    url,
    price,
    usual_price: null,
    period: null,
  })),
  rows: [
    { name: 'Homes', cells: ['6', '3'] },
    { name: 'Colored chat', cells: [true, false] },
  ],
}

const LINE = {
  id: 'line-1',
  name: 'Knight',
  url: '/p/knight',
  picture: null,
  meta: '30 days',
  quantity: 2,
  unit_price: 1990,
  price: 3980,
  usual_price: null,
  period: null,
  is_single: false,
  can_add: true,
  fault: null,
}

const BASKET = {
  lines: [LINE],
  count: 2,
  subtotal: 3980,
  discounts: [{ key: 'code', name: 'SUMMER10', amount: 398 }],
  code: '',
  used_code: 'SUMMER10',
  code_fault: null,
  saved: 398,
  total: 3582,
  faults: [],
  is_ready: true,
  can_continue: false,
}

const WHO = {
  name: 'Rowan_Hale',
  player: null,
  fault: null,
  is_typed: true,
  is_unchecked: false,
  code: '',
  can_gift: true,
  is_gift: false,
  recipient_name: '',
  recipient: null,
  recipient_fault: null,
}

const DATA: Record<string, Record<string, unknown>> = {
  home: {
    home: {
      shelves: [
        { name: 'Ranks', url: '/c/ranks', products: PRODUCTS.slice(0, 2), more: 0, sale: SALE },
        { name: 'Coins', url: '/c/coins', products: PRODUCTS.slice(2), more: 3, sale: null },
      ],
      recent: [
        { player: 'OldBram', avatar: '/avatars/00.svg', name: 'Knight', quantity: 1, at: new Date(0).toISOString() },
      ],
      goal: { name: 'The Northern Isles map', reached: 131_200, target: 200_000, percent: 65, days_left: 15 },
      supporter: { name: 'IlseOfTheFen', avatar: '/avatars/00.svg', paid: null },
      supporters: [
        { name: 'IlseOfTheFen', avatar: '/avatars/00.svg', paid: null },
        { name: 'OldBram', avatar: '/avatars/00.svg', paid: 4_500 },
      ],
    },
  },
  category: {
    category: { ...RANKS, description: 'What a **rank** gives you.', products: PRODUCTS, comparison: COMPARISON },
  },
  product: {
    product: {
      ...PRODUCTS[0],
      description: 'A *fine* rank.',
      category: RANKS,
      variants: [
        { id: 'var_1', name: '30 days', price: 1990, usual_price: null, period: null },
        { id: 'var_2', name: '90 days', price: 4990, usual_price: 5970, period: null },
      ],
      fields: [
        {
          name: 'color',
          type: 'choice',
          label: 'Color of your name',
          hint: 'Everybody sees it',
          is_required: true,
          min_length: 0,
          max_length: 50,
          min: 0,
          max: 9,
          choices: [{ value: 'red', label: 'Red' }],
          value: '',
          fault: null,
        },
      ],
      servers: ['Survival'],
      is_server_chosen: false,
      requires_online: true,
      is_gift_card: false,
      is_upgrade: false,
      max_per_player: 1,
      is_subscription: false,
      left: 12,
      comparison: COMPARISON,
    },
  },
  basket: { basket: BASKET, who: WHO },
  search: { search: { query: 'coins', products: PRODUCTS.slice(2) } },
  page: { page: { title: 'Rules', content: 'Be **nice**.' } },
  '404': { error: { key: 'not_found', request_id: null } },
}
