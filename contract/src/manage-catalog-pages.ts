import { type TProperties, Type } from 'typebox'
import { enumOf, object } from './manage.ts'

/** Fields of products and categories that the storefront shows. */

export const Slug = Type.String({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 80,
  examples: ['vip-gold'],
  description:
    'The readable part of the address of its page. Unique in the store. Made from the name of a new one; later it changes only on request.',
})

export const Position = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: 'The storefront sorts by position, lowest first. Equal positions are sorted by age.',
})

export const Markdown = Type.String({
  maxLength: 20_000,
  description: 'Markdown. HTML is shown as text, and pictures are left out.',
})

export const Visibility = enumOf(['public', 'unlisted', 'hidden'], {
  description:
    '`unlisted` products are in no list of the storefront, but can be opened by their link and bought. `hidden` products are not in the storefront; staff can sell them.',
})

/** Texts for languages other than the default language of the store. */
export function translationsOf<Texts extends TProperties>(texts: Texts) {
  const language = Type.Optional(object(texts))
  return Type.Object(
    { 'pt-BR': language, en: language, es: language },
    {
      additionalProperties: false,
      description:
        'Texts for other languages than the default language of the store. A text that is absent is shown in the default language.',
    },
  )
}
