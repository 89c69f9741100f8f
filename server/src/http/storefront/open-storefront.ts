import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/database.ts'
import { createDraftShops } from '../../storefront/shop/draft-shops.ts'
import { createLiveReader } from '../../storefront/shop/read-live-facts.ts'
import { readShop } from '../../storefront/shop/read-shop.ts'
import { createStoreCache } from '../../storefront/shop/store-cache.ts'
import type { StoreHosts } from '../../stores/hosts/store-hosts.ts'
import { openOwnThemes } from '../../stores/themes/own-themes.ts'
import { loadBuiltInThemes } from '../../themes/built-in-themes.ts'
import { createPictureReader } from './picture-cache.ts'
import type { CheckoutSource, StorefrontParts } from './visit.ts'

type PaymentAddresses = Pick<Config, 'apiUrl' | 'stripeUrl' | 'mercadopagoUrl' | 'paypalUrl'>

const LIVE_MS = 5_000

/** The pages of the providers where buyers pay. */
const PAYMENT_ORIGINS = [
  'https://checkout.stripe.com',
  'https://www.paypal.com',
  'https://www.sandbox.paypal.com',
  ...['com', 'com.br', 'com.ar', 'com.mx', 'com.co', 'com.pe', 'com.uy', 'cl'].map(
    (country) => `https://*.mercadopago.${country}`,
  ),
]

/** Where a checkout can lead to besides the providers: the payment page of test stores, and stand-ins of the providers. */
export function paymentOrigins({ apiUrl, stripeUrl, mercadopagoUrl, paypalUrl }: PaymentAddresses): string[] {
  return [apiUrl, ...[stripeUrl, mercadopagoUrl, paypalUrl].flatMap((url) => url?.origin ?? [])]
}

type Sources = {
  hosts: StoreHosts
  otherOrigins: readonly string[]
  checkout: CheckoutSource
  /** A failure that is not the fault of a theme. */
  onError?: (error: unknown) => void
}

export async function openStorefront(
  db: Db,
  { hosts, otherOrigins, checkout, onError = () => undefined }: Sources,
): Promise<StorefrontParts> {
  const themes = await loadBuiltInThemes()
  return {
    findStoreByHost: hosts.findStoreByHost,
    shops: createStoreCache((storeId) => readShop(db, storeId), { revisionOf: hosts.revisionOf }),
    live: createStoreCache(createLiveReader(db), { freshMs: LIVE_MS }),
    readPicture: createPictureReader(db),
    themes,
    ownThemes: openOwnThemes(db, { platform: themes.platformSource, onError }),
    findPreview: hosts.findPreview,
    drafts: createDraftShops(db),
    managementOrigin: new URL(checkout.payments.publicUrl).origin,
    paymentOrigins: [...PAYMENT_ORIGINS, ...otherOrigins],
    checkout,
  }
}
