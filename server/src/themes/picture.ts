import { escapeHtml, Html, toText } from './html.ts'

/** A stored picture. Its addresses are `/pictures/{hash}-{width}.{webp,avif}`. */
export type PictureView = { hash: string; width: number; height: number; widths: readonly number[]; alt: string }

export type PictureOptions = { class?: unknown; sizes?: unknown; alt?: unknown; lazy?: unknown; high?: unknown }

/** AVIF for browsers that know it, WebP for the others, and a drawing of the theme if there is no picture. */
export function pictureMarkup(
  picture: PictureView | null | undefined,
  { placeholder, ...options }: PictureOptions & { placeholder: string },
): Html {
  const attributes = [
    options.class === undefined ? '' : ` class="${escapeHtml(toText(options.class))}"`,
    ` alt="${escapeHtml(toText(options.alt ?? picture?.alt))}"`,
    options.lazy === true ? ' loading="lazy"' : '',
    options.high === true ? ' fetchpriority="high"' : '',
  ].join('')
  if (!picture) return new Html(`<img src="${placeholder}" width="400" height="300"${attributes}>`)
  const sizes = options.sizes === undefined ? '' : ` sizes="${escapeHtml(toText(options.sizes))}"`
  const image = `<img src="${escapeHtml(pictureUrl(picture, picture.widths[0]))}" width="${picture.width}" height="${picture.height}"${attributes}>`
  const source = (type: 'avif' | 'webp') =>
    `<source type="image/${type}" srcset="${picture.widths.map((width) => `${escapeHtml(pictureUrl(picture, width, type))} ${width}w`).join(', ')}"${sizes}>`
  return new Html(`<picture>${source('avif')}${source('webp')}${image}</picture>`, picture.alt)
}

/** The address of the file with this width, or of the largest one. */
export function pictureUrl(
  { hash, widths, width: largest }: PictureView,
  width: number = widths.at(-1) ?? largest,
  type: 'avif' | 'webp' = 'webp',
): string {
  return `/pictures/${hash}-${width}.${type}`
}
