import { randomBytes } from 'node:crypto'
import { createManageClient, type ManageClient } from '@quartermaster/sdk'
import type { Owner } from '../kit/test-store.ts'
import { createTestStore } from '../kit/test-store.ts'
import { waitUntil } from '../kit/wait-until.ts'
import { send } from './http.ts'
import type { Providers } from './providers.ts'
import { CATALOG, MAX_SINGLE, PRODUCT_KEYS, type ProductKey, type ProviderName, STOCK } from './steps.ts'

const DOMAIN = 'stores.example'
export const SETTINGS = {
  TRUST_PROXY: 'loopback',
  API_URL: 'https://shop.example',
  PUBLIC_URL: 'https://manage.localhost',
  STOREFRONT_DOMAIN: DOMAIN,
  SINGLE_OWNER: 'on',
}
const SERVED_MS = 60_000
const PROVIDERS: ProviderName[] = ['stripe', 'mercadopago', 'paypal']

export type Shop = {
  /** Where the server listens. */
  url: string
  storeId: string
  host: string
  serverKey: string
  token: string
  manage: ManageClient
  products: Record<ProductKey, string>
  keyOf: Map<string, ProductKey>
}

const EXTRAS: Partial<Record<ProductKey, object>> = {
  knight: { rebuy: 'extend' },
  king: { rebuy: 'extend' },
  potion: { commands: { approve: ['give {userId} potion'] } },
  scarce: { stock: STOCK },
  single: { maxPerPlayer: MAX_SINGLE },
  patron: {
    rebuy: 'extend',
    billingPeriod: 'P1W',
    commands: { approve: ['give {userId} patron'], refund: ['take {userId} patron'], expire: ['take {userId} patron'] },
  },
  voucher: { isGiftCard: true, commands: { approve: [] } },
}

/** A live store that sells everything of the catalog through all providers. */
export async function openShop(owner: Owner, { url, providers }: { url: string; providers: Providers }): Promise<Shop> {
  const { storeId, manage, token, servers, addProduct } = await createTestStore(owner, {
    currency: 'BRL',
    mode: 'live',
  })
  providers.addShop(storeId)
  const products: Partial<Record<ProductKey, string>> = {}
  for (const key of PRODUCT_KEYS) {
    const commands = { approve: [`give {userId} ${key}`], refund: [`take {userId} ${key}`] }
    const product = {
      name: key,
      priceMinor: CATALOG[key].price,
      rebuy: 'independent' as const,
      commands,
      conditions: { requiresOnline: false },
    }
    products[key] = await addProduct({ ...product, ...EXTRAS[key] })
  }
  const { knight = '', king = '' } = products
  await manage.createTierGroup({ storeId, name: 'Ranks', credit: 'full', productIds: [knight, king] })
  for (const provider of PROVIDERS)
    await owner.manage.connectPaymentProvider({ storeId, provider, credentials: providers.credentialsOf(provider) })
  const label = `greed${randomBytes(4).toString('hex')}`
  await owner.manage.chooseLabel({ storeId, label })
  const host = `${label}.${DOMAIN}`
  const isServed = async () => (await send(url, { method: 'GET', path: '/', headers: { host } })).status === 200
  if (!(await waitUntil(isServed, { timeoutMs: SERVED_MS }))) throw new Error(`${host} is not served`)
  return {
    url,
    storeId,
    host,
    serverKey: servers[0]?.key ?? '',
    token,
    manage,
    products: products as Record<ProductKey, string>,
    keyOf: new Map(PRODUCT_KEYS.map((key) => [products[key] ?? '', key])),
  }
}

/** The same shop, served by another version of the product. */
export function atServer(shop: Shop, url: string): Shop {
  return { ...shop, url, manage: createManageClient({ url, token: shop.token }) }
}
