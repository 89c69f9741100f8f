import type { Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import { showStorefront } from '../../stores/storefront/show-storefront.ts'
import { listPages } from '../../stores/storefront/storefront-pages.ts'
import { readChosenProviders } from '../identity/chosen-providers.ts'
import { readOverrides } from '../../stores/storefront/text-overrides.ts'
import type { PicturesByHash } from './read-pictures.ts'
import type { ShopStore } from './shop.ts'

export async function readShopStore(tx: Tx, storeId: StoreId, pictures: PicturesByHash): Promise<ShopStore> {
  const store = await tx
    .selectFrom('stores')
    .select(['name', 'currency', 'mode', 'tax_rates'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  const { locales, timeZone, texts, translations, theme, themeVersion, themeSettings, isOpen, ...shown } =
    await showStorefront(tx, storeId)
  const pages = await listPages(tx, storeId)
  const providers = await readChosenProviders(tx, storeId)
  return {
    name: store.name,
    currency: store.currency,
    isTest: store.mode === 'test',
    locales,
    defaultLocale: locales[0] ?? 'en',
    timeZone,
    ...texts,
    pages: pages.map(({ slug, title, body, translations: translated }) => ({
      slug,
      title,
      body,
      translations: translated,
    })),
    joinAddress: shown.joinAddress,
    goal: shown.goal && {
      title: shown.goal.title,
      amount: shown.goal.amountMinor,
      translations: shown.goal.translations,
    },
    logo: pictures(shown.logo),
    banner: pictures(shown.banner),
    theme: { name: theme, version: themeVersion },
    themeSettings,
    isClosed: !isOpen,
    canSignIn: providers.some((name) => name !== 'minecraft' && name !== 'name'),
    showsRecent: shown.showRecentPurchases,
    showsSupporter: shown.showTopSupporter,
    showsSupporterAmount: shown.showSupporterAmount,
    showsStatus: shown.showServerStatus,
    returnOrigins: shown.returnOrigins,
    taxCountries: Object.keys(store.tax_rates).toSorted(),
    translations,
    textOverrides: await readOverrides(tx, storeId),
  }
}
