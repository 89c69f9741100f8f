import type { CategoryId, ProductId, StoreId } from '../../src/ids.ts'
import type { Shop, ShopProduct, ShopVariant } from '../../src/storefront/shop/shop.ts'
import type { PictureView } from '../../src/themes/picture.ts'

const DAY = 86_400
const [ranks, coins, crates] = ['ranks', 'coins', 'crates'] as CategoryId[] as [CategoryId, CategoryId, CategoryId]

/** Drawings of the example store are served under their names. */
export function drawing(name: string, alt = ''): PictureView {
  return { hash: name, width: 800, height: 600, widths: [320, 800], alt }
}

type Form = [name: string, price: number, days: number | null]

function product(slug: string, name: string, forms: Form[], more: Partial<ShopProduct> = {}): ShopProduct {
  return {
    id: slug as ProductId,
    slug,
    categoryId: ranks,
    name,
    summary: '',
    description: '',
    pictures: [drawing(`rank-${slug}`)],
    isListed: true,
    saleId: null,
    isGiftCard: false,
    isUpgrade: false,
    variants: forms.map(([variant, price, days], i) => ({
      id: forms.length > 1 ? `v${i}` : null,
      name: variant,
      price,
      usualPrice: null,
      durationSeconds: days === null ? null : days * DAY,
      billingPeriod: null,
      translations: {},
    })),
    fields: [],
    stock: null,
    maxPerPlayer: null,
    requiresOnline: false,
    servers: ['Vale Survival'],
    isServerChosen: false,
    translations: {},
    ...more,
  }
}

const SUBSCRIPTION: ShopVariant = {
  id: null,
  name: '',
  price: 1490,
  usualPrice: null,
  durationSeconds: null,
  billingPeriod: 'P1M',
  translations: {},
}

const both = (price: number, later: number): Form[] => [
  ['30 days', price, 30],
  ['90 days', later, 90],
]

const compared = (label: string, values: string[]) => ({
  label,
  values: ['squire', 'knight', 'baron', 'duke'].map((id, i) => ({
    productId: id as ProductId,
    value: values[i] ?? '',
  })),
})

const empty = { description: '', picture: null, comparison: [], translations: {} }

/** A store like the one of `npm run dev`. */
export const SHOP: Shop = {
  storeId: 'store' as StoreId,
  version: '1',
  sales: [],
  store: {
    name: 'Vale',
    currency: 'BRL',
    isTest: false,
    locales: ['en', 'pt-BR', 'es'],
    defaultLocale: 'en',
    timeZone: 'America/Sao_Paulo',
    title: 'The Vale store',
    tagline:
      'Items arrive in the game seconds after payment. Sales pay for the servers, and nothing here gives an advantage in combat.',
    seller: 'Sold by Vale Jogos Ltda., São Paulo.',
    support: 'https://vale.example/support',
    joinAddress: 'play.vale.example',
    goal: { title: 'November goal: the Northern Isles map', amount: 200_000, translations: {} },
    terms: '# Terms\n\nText with <b>markup</b>.\n\n- One\n- Two\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    privacy: 'Text.',
    pages: [{ slug: 'rules', title: 'Rules', body: 'Be kind.', translations: {} }],
    logo: null,
    banner: null,
    theme: { name: 'vale', version: null },
    themeSettings: {},
    isClosed: false,
    canSignIn: true,
    showsRecent: true,
    closedMessage: '',
    showsSupporter: true,
    showsSupporterAmount: false,
    showsStatus: true,
    returnOrigins: [],
    taxCountries: [],
    translations: { 'pt-BR': { title: 'A loja do Vale' } },
    textOverrides: {},
  },
  categories: [
    {
      id: ranks,
      name: 'Ranks',
      slug: 'ranks',
      description: 'A higher rank includes everything in the ranks below it.',
      picture: null,
      comparison: [
        compared('Homes', ['3', '6', '10', '20']),
        compared('Land claim', ['2,000 blocks', '5,000 blocks', '12,000 blocks', '30,000 blocks']),
        compared('Queue priority', ['no', 'yes', 'yes', 'yes']),
        compared('Colored name', ['no', 'yes', 'yes', 'yes']),
        compared('Own banner at the capital', ['no', 'no', 'yes', 'yes']),
      ],
      translations: { es: { name: 'Rangos' } },
    },
    { id: coins, name: 'Coins', slug: 'coins', ...empty },
    { id: crates, name: 'Crates', slug: 'crates', ...empty },
  ],
  products: [
    product('squire', 'Squire', [['30 days', 990, 30]], { maxPerPlayer: 1 }),
    product('knight', 'Knight', both(1990, 4990), {
      summary: 'More homes, more land and a place at the front of the queue.',
      description:
        '- 6 homes and a 5,000-block land claim\n- Priority in the queue when the server is full\n- A blue name in chat and on the player list\n- Access to the Knights’ Hall and its anvil\n\nBuildings and claims stay yours when the rank expires. You cannot claim new land above the free limit until you renew.',
      pictures: [drawing('rank-knight', 'A blue shield with a gold chevron over two swords')],
      translations: { 'pt-BR': { name: 'Cavaleiro' } },
    }),
    product('baron', 'Baron', both(3990, 9990)),
    product('duke', 'Duke', [['', 14_990, null]], { summary: 'Does not expire' }),
    product('patron', 'Patron', [['', 1490, null]], {
      summary: 'A golden name while you subscribe',
      pictures: [drawing('rank-squire')],
      variants: [SUBSCRIPTION],
    }),
    product('coins-1000', '1,000 coins', [['', 1290, null]], {
      categoryId: coins,
      summary: 'For the market',
      pictures: [drawing('coins-1000')],
    }),
    product('coins-5000', '5,000 coins', [['', 4990, null]], {
      categoryId: coins,
      summary: '500 coins extra',
      pictures: [drawing('coins-5000')],
    }),
    product('crate-harvest', 'Harvest crate', [['', 1490, null]], {
      categoryId: crates,
      summary: '1 of 24 seasonal items',
      pictures: [drawing('crate-harvest')],
      stock: 12,
      requiresOnline: true,
    }),
    product('crate-wyrm', 'Wyrm crate', [['', 2490, null]], {
      categoryId: crates,
      summary: '1 of 12 rare items',
      pictures: [drawing('crate-wyrm')],
      stock: 0,
    }),
  ],
}
