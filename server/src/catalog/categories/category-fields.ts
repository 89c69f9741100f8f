import type { Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import type { Translations } from '../../locales.ts'
import { requirePictures } from '../../pictures/require-pictures.ts'
import { requireSlug } from '../../texts/slug.ts'
import { requireText } from '../../text.ts'
import { requirePosition } from '../../texts/position.ts'
import { checkTranslations } from '../../texts/check-translations.ts'
import { checkComparison, type ComparisonRow, requireComparedProducts } from './comparison.ts'

type CategoryTexts = { name: string; description: string; comparison: ComparisonRow[] }

export type CategoryFields = CategoryTexts & {
  /** A new category gets its slug from its name. */
  slug: string
  /** Categories are sorted by position, then by age. The default is 0. */
  position: number
  /** The hash of its picture. */
  picture: string | null
  translations: Translations<CategoryTexts>
}

/** The columns of the given fields. */
export async function categoryColumns(tx: Tx, { storeId, ...fields }: { storeId: StoreId } & Partial<CategoryFields>) {
  const { name, slug, description, position, picture, comparison, translations } = fields
  const translated = Object.values(translations ?? {}).flatMap((texts) => texts.comparison ?? [])
  const columns = {
    ...(name !== undefined && { name: TEXTS.name(name) }),
    ...(slug !== undefined && { slug: requireSlug(slug) }),
    ...(description !== undefined && { description: TEXTS.description(description) }),
    ...(position !== undefined && { position: requirePosition(position) }),
    ...(picture !== undefined && { picture_hash: picture }),
    // In an object, because the driver writes an array as one of PostgreSQL.
    ...(comparison && { comparison: { rows: TEXTS.comparison(comparison) } }),
    ...(translations && { translations: checkTranslations(translations, TEXTS) }),
  }
  await requirePictures(tx, { storeId, hashes: [picture] })
  await requireComparedProducts(tx, { storeId, rows: [...(comparison ?? []), ...translated] })
  return columns
}

const TEXTS = {
  name: (text: string) => requireText('The name of the category', text, { max: 100 }),
  description: (text: string) => requireText('The description', text, { min: 0, max: 20_000 }),
  comparison: checkComparison,
}
