import type { Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import { LOCALES } from '../../locales.ts'
import type { ShopStore } from './shop.ts'

export async function readShopStore(tx: Tx, storeId: StoreId): Promise<ShopStore> {
  const row = await tx
    .selectFrom('stores')
    .select(['name', 'currency', 'mode'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  return {
    name: row.name,
    currency: row.currency,
    isTest: row.mode === 'test',
    locales: [...LOCALES],
    defaultLocale: 'en',
    timeZone: 'UTC',
    title: null,
    tagline: null,
    seller: null,
    supportUrl: null,
    joinAddress: null,
    terms: null,
    privacy: null,
    pages: [],
    logo: null,
    banner: null,
    themeSettings: {},
    isClosed: false,
    showsRecent: false,
    closedMessage: null,
    translations: {},
  }
}
