import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import type { Locale, Translations } from '../../locales.ts'
import type { BuiltInTheme } from '../../themes/built-in-themes.ts'
import type { Goal } from './goal.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { NO_TEXTS, type StorefrontTexts } from './storefront-texts.ts'

/** What the pages of a store show, apart from products, categories and pages of the owner. */
export type Storefront = {
  /** The default language first. */
  locales: Locale[]
  timeZone: string
  /** In the default language. */
  texts: StorefrontTexts
  translations: Translations<StorefrontTexts>
  /** A built-in theme. Pages that the store's own theme cannot render use it, too. */
  theme: BuiltInTheme
  /** The version of the store's own theme that is published. */
  themeVersion: number | null
  themeSettings: Record<string, unknown>
  /** The hashes of pictures. */
  logo: string | null
  banner: string | null
  isOpen: boolean
  showRecentPurchases: boolean
  showTopSupporter: boolean
  /** Whether the page also shows how much the top supporter has paid. */
  showSupporterAmount: boolean
  showServerStatus: boolean
  goal: Goal | null
  /** What players type to join the game. */
  joinAddress: string | null
  /** The websites to which a checkout can send buyers back. */
  returnOrigins: string[]
  /** How visitors say or prove who they are. Empty: it follows from the game of the default server. */
  identityProviders: IdentityProvider[]
  /** Counts the edits of these fields. */
  version: number
  /** Grows with every change of what a page of the store shows. */
  revision: number
  updatedAt: Date
}

export async function showStorefront(tx: Tx, storeId: StoreId): Promise<Storefront> {
  const row = await tx
    .selectFrom('storefronts')
    .select(['locales', 'time_zone', 'texts', 'translations', 'theme', 'theme_version', 'theme_settings', 'is_open'])
    .select(['return_origins', 'logo_hash', 'banner_hash'])
    .select(['show_recent_purchases', 'show_top_supporter', 'show_server_status', 'version', 'revision', 'updated_at'])
    .select(['identity_providers', 'goal', 'show_supporter_amount', 'join_address'])
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'No such store')
  return {
    locales: row.locales as Locale[],
    timeZone: row.time_zone,
    texts: { ...NO_TEXTS, ...row.texts },
    translations: row.translations,
    theme: row.theme as BuiltInTheme,
    themeVersion: row.theme_version,
    themeSettings: row.theme_settings as Record<string, unknown>,
    logo: row.logo_hash,
    banner: row.banner_hash,
    isOpen: row.is_open,
    showRecentPurchases: row.show_recent_purchases,
    showTopSupporter: row.show_top_supporter,
    showSupporterAmount: row.show_supporter_amount,
    showServerStatus: row.show_server_status,
    goal: row.goal as Goal | null,
    joinAddress: row.join_address,
    returnOrigins: row.return_origins,
    identityProviders: row.identity_providers as IdentityProvider[],
    version: row.version,
    revision: row.revision,
    updatedAt: row.updated_at,
  }
}
