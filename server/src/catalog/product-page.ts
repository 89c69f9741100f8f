import type { Translations } from '../locales.ts'
import { requireSlug } from '../texts/slug.ts'
import { requireLine, requireText } from '../text.ts'
import { requirePosition } from '../texts/position.ts'
import { checkTranslations } from '../texts/check-translations.ts'

/** `unlisted` products are reachable by their link only; `hidden` ones are not in the storefront. */
export const VISIBILITIES = ['public', 'unlisted', 'hidden'] as const
export type Visibility = (typeof VISIBILITIES)[number]

/** A picture by its hash, with its description for people who do not see it. */
export type ProductPicture = { hash: string; alt: string }

type ProductTexts = { name: string; summary: string; description: string }

/** What the storefront shows about a product, besides its name and price. */
export type ProductPage = {
  slug: string
  /** One line. */
  summary: string
  /** Markdown. */
  description: string
  /** The order in the storefront. Products with the same position are sorted by age. */
  position: number
  visibility: Visibility
  /** The first one is shown in lists. */
  pictures: ProductPicture[]
  translations: Translations<ProductTexts>
}

/** The columns of the given fields. */
export function productPageColumns(page: Partial<ProductPage>) {
  const { slug, summary, description, position, visibility, translations } = page
  return {
    ...(slug !== undefined && { slug: requireSlug(slug) }),
    ...(summary !== undefined && { summary: TEXTS.summary(summary) }),
    ...(description !== undefined && { description: TEXTS.description(description) }),
    ...(position !== undefined && { position: requirePosition(position) }),
    ...(visibility !== undefined && { visibility }),
    ...(translations && { translations: checkTranslations(translations, TEXTS) }),
  }
}

export function requireProductName(name: string): string {
  return requireText('The name of the product', name, { max: 200 })
}

const TEXTS = {
  name: requireProductName,
  summary: (text: string) => requireLine('The summary', text, { min: 0, max: 200 }),
  description: (text: string) => requireText('The description', text, { min: 0, max: 20_000 }),
}
