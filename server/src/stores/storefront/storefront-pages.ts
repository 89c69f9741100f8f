import { sql } from 'kysely'
import { checkTranslations } from '../../texts/check-translations.ts'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import type { Translations } from '../../locales.ts'
import { requirePosition } from '../../texts/position.ts'
import { requireSlug } from '../../texts/slug.ts'
import { requireLine, requireText } from '../../text.ts'
import { lockStore } from '../lock-store.ts'

const MAX_PAGES = 50

type PageTexts = { title: string; body: string }

/** A page of the owner, such as rules. */
export type StorefrontPage = PageTexts & {
  slug: string
  position: number
  translations: Translations<PageTexts>
  updatedAt: Date
}

/** In the order of their positions. */
export async function listPages(tx: Tx, storeId: StoreId): Promise<StorefrontPage[]> {
  return tx
    .selectFrom('storefront_pages')
    .select(['slug', 'title', 'body', 'position', 'translations', 'updated_at as updatedAt'])
    .where('store_id', '=', storeId)
    .orderBy('position')
    .orderBy('slug')
    .execute()
}

type PageInput = PageTexts & {
  storeId: StoreId
  slug: string
  position?: number
  translations?: Translations<PageTexts>
}

/** Creates or replaces a page. */
export async function savePage(
  tx: Tx,
  { storeId, slug, title, body, position = 0, translations = {} }: PageInput,
): Promise<StorefrontPage> {
  const row = {
    title: TEXTS.title(title),
    body: TEXTS.body(body),
    position: requirePosition(position),
    translations: checkTranslations(translations, TEXTS),
  }
  requireSlug(slug)
  await lockStore(tx, { storeId, expectVersion: undefined })
  const pages = await listPages(tx, storeId)
  if (pages.length >= MAX_PAGES && !pages.some((page) => page.slug === slug))
    throw new AppError('conflict', `A store has at most ${MAX_PAGES} pages. Delete one first.`)
  await tx
    .insertInto('storefront_pages')
    .values({ store_id: storeId, slug, ...row })
    .onConflict((conflict) =>
      conflict.columns(['store_id', 'slug']).doUpdateSet({ ...row, updated_at: sql<Date>`now()` }),
    )
    .execute()
  return requirePage(tx, { storeId, slug })
}

export async function deletePage(tx: Tx, { storeId, slug }: { storeId: StoreId; slug: string }): Promise<void> {
  await requirePage(tx, { storeId, slug })
  await sql`delete from storefront_pages where store_id = ${storeId} and slug = ${slug}`.execute(tx)
}

async function requirePage(tx: Tx, { storeId, slug }: { storeId: StoreId; slug: string }): Promise<StorefrontPage> {
  const page = (await listPages(tx, storeId)).find((each) => each.slug === slug)
  if (!page) throw new AppError('not_found', 'No such page')
  return page
}

const TEXTS = {
  title: (text: string) => requireLine('The title', text, { max: 100 }),
  body: (text: string) => requireText('The text of the page', text, { min: 0, max: 20_000 }),
}
