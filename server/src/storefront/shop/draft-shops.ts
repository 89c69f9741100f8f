import { LRUCache } from 'lru-cache'
import { type Db, inStore } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import { readDraft, type StorefrontDraft } from '../../stores/storefront/storefront-draft.ts'
import type { Shop } from './shop.ts'

type DraftKey = { storeId: StoreId; draft: number; expiresAt: Date }
type Kept = { shop: Shop; changes: StorefrontDraft; drafted: Shop }

/** The shop as it would be with the changes of a draft. Undefined if the draft has ended. */
export type DraftShops = (shop: Shop, key: DraftKey) => Promise<Shop | undefined>

const MAX_KEPT = 200

/** A draft never changes, so each is read once. */
export function createDraftShops(db: Db): DraftShops {
  const kept = new LRUCache<string, Kept>({ max: MAX_KEPT })
  return async (shop, { storeId, draft, expiresAt }) => {
    const key = `${storeId} ${draft} ${expiresAt.getTime()}`
    const known = kept.get(key)
    if (known?.shop === shop) return known.drafted
    const changes = known?.changes ?? (await inStore(db, storeId, (tx) => readDraft(tx, { storeId, number: draft })))
    if (!changes) return undefined
    const drafted = withDraft(shop, changes)
    kept.set(key, { shop, changes, drafted })
    return drafted
  }
}

function withDraft({ store, ...shop }: Shop, changes: StorefrontDraft): Shop {
  const { locales = store.locales, theme, themeSettings = store.themeSettings } = changes
  return {
    ...shop,
    store: {
      ...store,
      ...changes.texts,
      locales,
      defaultLocale: locales[0] ?? store.defaultLocale,
      // A built-in theme replaces the store's own one.
      theme: theme === undefined ? store.theme : { name: theme, version: null },
      themeSettings,
      joinAddress: changes.joinAddress === undefined ? store.joinAddress : changes.joinAddress,
      isClosed: changes.isOpen === undefined ? store.isClosed : !changes.isOpen,
      showsRecent: changes.showRecentPurchases ?? store.showsRecent,
      showsSupporter: changes.showTopSupporter ?? store.showsSupporter,
      showsSupporterAmount: changes.showSupporterAmount ?? store.showsSupporterAmount,
      showsStatus: changes.showServerStatus ?? store.showsStatus,
    },
  }
}
