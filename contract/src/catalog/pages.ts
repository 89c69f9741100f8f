import { type TProperties, Type } from 'typebox'
import { component, enumOf, object, pageOf, Timestamp } from '../manage.ts'

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

export const PictureHash = Type.String({
  pattern: '^[0-9a-f]{32}$',
  examples: ['3f0c2a9d51e84b7796aa10c4d2be7f35'],
  description: 'The hash of a picture of the store.',
})
export const ProductPictures = Type.Array(
  object({
    hash: PictureHash,
    alt: Type.String({
      maxLength: 200,
      examples: ['A blue shield with a gold chevron'],
      description: 'What the picture shows, for people who do not see it.',
    }),
  }),
  { maxItems: 12, description: 'In this order. The first one is shown in lists.' },
)

const PICTURE = {
  hash: PictureHash,
  width: Type.Integer({ description: 'Of the largest file, in pixels.' }),
  height: Type.Integer({ description: 'Of the largest file, in pixels.' }),
  widths: Type.Array(Type.Integer(), {
    description:
      'On the hosts of the store, `/pictures/{hash}-{width}.webp` and `.avif` exist for each of these widths.',
  }),
  bytes: Type.Integer({ description: 'The size of all files.' }),
  createdAt: Timestamp,
}
export const Picture = component('Picture', PICTURE)
export const PictureDetails = component('PictureDetails', {
  ...PICTURE,
  preview: Type.String({
    description: 'A data: URL with the smallest file, to show the picture outside of the hosts of the store.',
    examples: ['data:image/webp;base64,UklGR…'],
  }),
})
export const PicturePage = pageOf(
  'PicturePage',
  component('ListedPicture', {
    ...PICTURE,
    usedBy: Type.Array(enumOf(['product', 'category', 'storefront']), {
      description: 'What shows the picture, archived products too. A picture that nothing shows can be deleted.',
    }),
  }),
)

/** The types that clients can name. The server looks at the bytes. */
const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'] as const

export const PictureBody = Type.Unsafe<Buffer>({
  content: Object.fromEntries(PICTURE_TYPES.map((type) => [type, { schema: {} }])),
})
