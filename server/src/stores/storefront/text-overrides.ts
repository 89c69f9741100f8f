import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import type { Locale } from '../../locales.ts'
import { requireLine } from '../../text.ts'
import { readBuiltInTexts, type TextsByKey } from '../../themes/built-in-texts.ts'

/** Pages read all of them with the storefront. */
const MAX_OVERRIDES = 300
const MAX_LENGTH = 500

/** A store's own wording of our texts, by language and key. */
export type TextOverrides = Partial<Record<Locale, Record<string, string>>>

/** `text` is ours, and `override` what the store shows instead. */
export type StorefrontText = { key: string; text: string; override: string | null }

type TextKey = { storeId: StoreId; locale: Locale; key: string }

export async function listTexts(tx: Tx, { storeId, locale }: Omit<TextKey, 'key'>): Promise<StorefrontText[]> {
  const own = (await readOverrides(tx, storeId))[locale] ?? {}
  return [...(await readBuiltInTexts(locale))].map(([key, text]) => ({ key, text, override: own[key] ?? null }))
}

export async function setText(
  tx: Tx,
  { storeId, locale, key, text }: TextKey & { text: string },
): Promise<StorefrontText> {
  const builtIn = await readBuiltInTexts(locale)
  const original = requireKey(builtIn, key)
  requireLine('The text', text, { max: MAX_LENGTH })
  requireKnownPlaces(builtIn, key, text)
  const overrides = await readOverrides(tx, storeId, sql`for no key update`)
  const changed = { ...overrides, [locale]: { ...overrides[locale], [key]: text } }
  const count = Object.values(changed).reduce((sum, texts) => sum + Object.keys(texts).length, 0)
  if (count > MAX_OVERRIDES)
    throw new AppError('conflict', `A store has at most ${MAX_OVERRIDES} texts of its own. Remove one first.`)
  await save(tx, storeId, changed)
  return { key, text: original, override: text }
}

/** Returns to our text. */
export async function removeText(tx: Tx, { storeId, locale, key }: TextKey): Promise<void> {
  const overrides = await readOverrides(tx, storeId, sql`for no key update`)
  const { [key]: removed, ...others } = overrides[locale] ?? {}
  if (removed === undefined) throw new AppError('not_found', 'The store has no text of its own for this key')
  await save(tx, storeId, { ...overrides, [locale]: others })
}

export async function readOverrides(tx: Tx, storeId: StoreId, lock = sql``): Promise<TextOverrides> {
  const { rows } = await sql<{ overrides: TextOverrides }>`
    select text_overrides as overrides from storefronts where store_id = ${storeId} ${lock}`.execute(tx)
  if (!rows[0]) throw new AppError('not_found', 'No such store')
  return rows[0].overrides
}

async function save(tx: Tx, storeId: StoreId, overrides: TextOverrides): Promise<void> {
  await sql`
    update storefronts set text_overrides = ${JSON.stringify(overrides)}::jsonb, revision = revision + 1, changed_at = now()
    where store_id = ${storeId}`.execute(tx)
}

function requireKey(texts: TextsByKey, key: string): string {
  const text = texts.get(key)
  if (text === undefined)
    throw new AppError('not_found', `There is no text "${key}". List the texts to see their keys.`)
  return text
}

/** The forms of a plural can use the values of each other: "One per player" and "{count} per player". */
function requireKnownPlaces(texts: TextsByKey, key: string, text: string): void {
  const group = key.slice(0, key.lastIndexOf('.') + 1)
  const forms = texts.has(`${group}other`) ? [...texts].filter(([name]) => name.startsWith(group)) : []
  const known = [texts.get(key) ?? '', ...forms.map(([, form]) => form)].flatMap(placesIn)
  const unknown = placesIn(text).find((place) => !known.includes(place))
  if (unknown === undefined) return
  const allowed = known.length === 0 ? 'It has none.' : `Use ${[...new Set(known)].join(', ')}.`
  throw new AppError('invalid_request', `This text has no value ${unknown} to fill in. ${allowed}`)
}

function placesIn(text: string): string[] {
  return text.match(/\{\w+\}/g) ?? []
}
