import { createGamesClient, type Manage } from '@quartermaster/sdk'
import { sandboxCredentials } from '../../server/src/payments/sandbox/sandbox-credentials.ts'
import { parseId, type StoreId } from '../../server/src/ids.ts'
import { createTestStore, type Owner, type TestStore } from '../kit/test-store.ts'
import { DOMAIN } from './internet.ts'
import { type LiveProvider, type PaymentSites, SITES } from './payment-sites.ts'

export type Shop = TestStore & {
  origin: string
  /** The game server fetches what this player has bought, and reports that it ran. Returns how many deliveries there were. */
  deliver: (player: string) => Promise<number>
  /** The commands that wait for a player, as the game server gets them. */
  commandsFor: (player: string) => Promise<string[]>
}

/** What every store of this harness sells, by slug. */
const PRODUCTS = {
  vip: {
    name: 'VIP',
    summary: 'More homes and more land',
    priceMinor: 1_990,
    description: '- 6 homes\n- 5,000 blocks',
  },
  single: { name: 'Banner', priceMinor: 990, maxPerPlayer: 1 },
} as const

type Place = { owner: Owner; url: string }

/** A store with pages, products and texts. Test stores take play money. */
export async function openShop(
  { owner, url }: Place,
  { label, mode, providers }: { label: string; mode: 'live' | 'test'; providers?: PaymentSites },
): Promise<Shop> {
  const store = await createTestStore(owner, { name: 'Vale', mode, withToken: false })
  const { storeId, manage, servers, addProduct } = store
  await manage.chooseLabel({ storeId, label })
  await manage.updateStorefront({ storeId, ...STOREFRONT }, { ifMatch: '*' })
  await manage.saveStorefrontPage({ storeId, slug: 'rules', title: 'Rules', body: 'Be kind.' })
  const { id: categoryId } = await manage.createCategory({ storeId, name: 'Ranks', slug: 'ranks' })
  for (const [slug, product] of Object.entries(PRODUCTS)) await addProduct({ slug, categoryId, ...product })
  if (providers) for (const name of Object.keys(SITES)) await connect(store, name as LiveProvider, providers)
  else {
    const credentials = sandboxCredentials(parseId<StoreId>('sto', storeId) as StoreId)
    await manage.connectPaymentProvider({ storeId, provider: 'sandbox', credentials })
  }
  const origin = `https://${label}.${DOMAIN}`
  const game = createGamesClient({ url, key: servers[0]?.key ?? '' })
  return {
    ...store,
    origin,
    async deliver(player) {
      const commands = (await game.pendingCommands()).filter(({ gameUserId }) => gameUserId === player)
      for (const { id } of commands) await game.markAsProcessed(id)
      return commands.length
    },
    async commandsFor(player) {
      const commands = (await game.pendingCommands()).filter(({ gameUserId }) => gameUserId === player)
      return commands.flatMap(({ products }) => (products ?? []).flatMap((product) => product.commands))
    },
  }
}

const STOREFRONT: NonNullable<Manage.UpdateStorefrontData['body']> = {
  locales: ['en', 'pt-BR', 'es'],
  timeZone: 'America/Sao_Paulo',
  texts: {
    title: 'The Vale store',
    tagline: 'Items arrive seconds after payment.',
    seller: 'Sold by Vale Jogos Ltda.',
    support: 'help@vale.example',
    terms: '# Terms\n\nText.',
    privacy: 'Text.',
  },
  showRecentPurchases: true,
}

async function connect({ storeId, manage }: TestStore, provider: LiveProvider, providers: PaymentSites): Promise<void> {
  const fake = providers[provider]
  fake.setCallbackUrl?.(`https://api.${DOMAIN}/api/payments/1.0/${provider}/${storeId}`)
  await manage.connectPaymentProvider({ storeId, provider, credentials: fake.credentials })
}

const SHELVES = ['Coins', 'Crates', 'Pets']

/** More products, so that the home page looks like one of a real store. */
export async function fillShelves({ storeId, manage, addProduct }: TestStore): Promise<void> {
  for (const name of SHELVES) {
    const { id: categoryId } = await manage.createCategory({ storeId, name, slug: name.toLowerCase() })
    for (let i = 1; i <= 6; i++) {
      await addProduct({ categoryId, name: `${name} ${i}`, summary: 'For the market', priceMinor: 500 * i })
    }
  }
}
