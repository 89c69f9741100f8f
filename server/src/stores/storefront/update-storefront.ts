import { sql } from 'kysely'
import { checkTranslations } from '../../texts/check-translations.ts'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { isLoopbackName } from '../../host-name.ts'
import type { StoreId } from '../../ids.ts'
import { type Locale, LOCALES } from '../../locales.ts'
import { requireLine } from '../../text.ts'
import { requireVersion } from '../../require-version.ts'
import { BUILT_IN_THEMES, type BuiltInTheme } from '../../themes/built-in-themes.ts'
import { requireFittingSettings } from '../themes/require-fitting-settings.ts'
import { type GoalInput, requireGoal } from './goal.ts'
import { requireIdentityProviders } from './identity-provider.ts'
import { showStorefront, type Storefront } from './show-storefront.ts'
import { type StorefrontTexts, TEXT_CHECKS } from './storefront-texts.ts'

const MAX_SETTINGS_BYTES = 16 * 1024

/** A field that is absent does not change, and neither does a text that is absent. Pictures must be ones of the store. */
export type StorefrontChanges = Partial<
  Omit<Storefront, 'texts' | 'goal' | 'themeVersion' | 'version' | 'revision' | 'updatedAt'>
> & {
  storeId: StoreId
  texts?: Partial<StorefrontTexts>
  goal?: GoalInput | null
  expectVersion?: number
}

export async function updateStorefront(
  tx: Tx,
  { storeId, expectVersion, ...changes }: StorefrontChanges,
): Promise<Storefront> {
  const { rows } = await sql<{ version: number }>`
    select version from storefronts where store_id = ${storeId} for no key update`.execute(tx)
  requireVersion(rows[0], { what: 'storefront', expectVersion })
  const { columns, texts } = await requireValidChanges(tx, { storeId, ...changes })
  await tx
    .updateTable('storefronts')
    .set({
      ...columns,
      ...(changes.texts && { texts }),
      version: sql<number>`version + 1`,
      revision: sql<number>`revision + 1`,
      changed_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .where('store_id', '=', storeId)
    .execute()
  return showStorefront(tx, storeId)
}

/** Returns what would be stored. Throws if something cannot be. */
export async function requireValidChanges(tx: Tx, { storeId, ...changes }: Omit<StorefrontChanges, 'expectVersion'>) {
  const columns = columnsOf(changes)
  const { texts, themeVersion } = await showStorefront(tx, storeId)
  if (changes.themeSettings && themeVersion !== null && changes.theme === undefined)
    await requireFittingSettings(tx, { storeId, number: themeVersion, settings: changes.themeSettings })
  return { columns, texts: { ...texts, ...(changes.texts && checkTexts(changes.texts)) } }
}

function columnsOf(changes: Omit<StorefrontChanges, 'storeId' | 'expectVersion'>) {
  const { locales, timeZone, translations, theme, themeSettings, logo, banner, isOpen } = changes
  const { showRecentPurchases, showTopSupporter, showSupporterAmount, showServerStatus } = changes
  const { goal, joinAddress, returnOrigins, identityProviders } = changes
  return {
    ...(locales && { locales: requireLocales(locales) }),
    ...(timeZone !== undefined && { time_zone: requireTimeZone(timeZone) }),
    ...(translations && { translations: checkTranslations(translations, TEXT_CHECKS) }),
    // A built-in theme replaces the store's own one.
    ...(theme !== undefined && { theme: requireBuiltIn(theme), theme_version: null }),
    ...(themeSettings && { theme_settings: requireSettings(themeSettings) }),
    ...(logo !== undefined && { logo_hash: logo }),
    ...(banner !== undefined && { banner_hash: banner }),
    ...(isOpen !== undefined && { is_open: isOpen }),
    ...(showRecentPurchases !== undefined && { show_recent_purchases: showRecentPurchases }),
    ...(showTopSupporter !== undefined && { show_top_supporter: showTopSupporter }),
    ...(showSupporterAmount !== undefined && { show_supporter_amount: showSupporterAmount }),
    ...(showServerStatus !== undefined && { show_server_status: showServerStatus }),
    ...(goal !== undefined && { goal: goal && requireGoal(goal) }),
    ...(joinAddress !== undefined && { join_address: joinAddress && requireJoinAddress(joinAddress) }),
    ...(returnOrigins && { return_origins: requireOrigins(returnOrigins) }),
    ...(identityProviders && { identity_providers: requireIdentityProviders(identityProviders) }),
  }
}

function requireBuiltIn(name: BuiltInTheme): BuiltInTheme {
  if (BUILT_IN_THEMES.includes(name)) return name
  throw new AppError('invalid_request', `There is no built-in theme "${name}". Use ${BUILT_IN_THEMES.join(', ')}`)
}

/** Games have addresses of many forms, such as `play.vale.example:25565` or `steam://connect/…`. */
function requireJoinAddress(address: string): string {
  return requireLine('The join address', address, { max: 100 })
}

/** Checks the texts like a translation, which has the same fields. */
function checkTexts(texts: Partial<StorefrontTexts>): Partial<StorefrontTexts> {
  return checkTranslations({ en: texts }, TEXT_CHECKS).en ?? {}
}

function requireLocales(locales: Locale[]): Locale[] {
  const isKnown = locales.every((locale) => LOCALES.includes(locale))
  if (isKnown && locales.length > 0 && new Set(locales).size === locales.length) return locales
  throw new AppError('invalid_request', `The languages must be some of ${LOCALES.join(', ')}, each once`)
}

function requireTimeZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    throw new AppError('invalid_request', `"${name}" is not a time zone. Use a name such as America/Sao_Paulo`)
  }
}

/** Only a machine in development has no certificate. */
function requireOrigins(texts: string[]): string[] {
  return texts.map((text) => {
    const url = URL.parse(text)
    const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname))
    if (url && isAllowed && url.href === `${url.origin}/`) return url.origin
    throw new AppError('invalid_request', `"${text}" is not the address of a website, such as https://vale.example`)
  })
}

/** JSON escapes NUL and lone surrogates, and PostgreSQL rejects both. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i

function requireSettings(settings: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(settings)
  if (UNSTORABLE.test(text))
    throw new AppError('invalid_request', "The theme settings contain characters that can't be stored. Remove them")
  if (Buffer.byteLength(text) <= MAX_SETTINGS_BYTES) return settings
  throw new AppError('invalid_request', `The theme settings must have at most ${MAX_SETTINGS_BYTES} bytes of JSON`)
}
