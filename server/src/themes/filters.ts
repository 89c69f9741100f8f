import type { Liquid } from 'liquidjs'
import { formatAgo, formatDate, formatDurations, formatMoney, formatNumber } from './format.ts'
import { escapeHtml, Html, toMarkup, toText } from './html.ts'
import { renderMarkdown } from './render-markdown.ts'
import { type PictureOptions, pictureMarkup, type PictureView } from './picture.ts'
import type { Translate } from './translate.ts'

/** What filters know about the page that is rendered. Templates cannot read it. */
export type RenderContext = {
  locale: string
  timeZone: string
  currency: string
  now: Date
  translate: Translate
  assetUrl: (name: string) => string | undefined
}

export const RENDER_CONTEXT = Symbol('render context')

type FilterThis = { context: { globals: object } }
type Named = [name: string, value: unknown]

/** The filters of Quartermaster, in addition to those of Liquid. `raw` is removed, because it would turn off escaping. */
export function registerFilters(liquid: Liquid): void {
  liquid.unregisterFilter('raw')
  const register = (name: string, filter: (context: RenderContext, value: unknown, args: unknown[]) => unknown) =>
    liquid.registerFilter(name, function (this: FilterThis, value: unknown, ...args: unknown[]) {
      return filter(contextOf(this), value, args)
    })

  register('t', ({ translate }, key, args) => translate(toText(key), named(args)))
  register('money', ({ locale, currency }, minor, [other]) =>
    formatMoney(Number(minor), { locale, currency: toText(other) || currency }),
  )
  register('number', ({ locale }, value) => formatNumber(Number(value), locale))
  register('duration', ({ locale }, seconds) => formatDurations([seconds].flat().map(Number), locale))
  register('date', ({ locale, timeZone }, value, [style]) => {
    const at = toDate(value)
    return at ? formatDate(at, { locale, timeZone, style: toText(style) || 'date' }) : ''
  })
  register('time_tag', ({ locale, timeZone }, value, [style]) => {
    const at = toDate(value)
    if (!at) return ''
    const text = formatDate(at, { locale, timeZone, style: toText(style) || 'date' })
    return new Html(`<time datetime="${at.toISOString()}">${escapeHtml(text)}</time>`, text)
  })
  register('ago', ({ locale, now }, value) => {
    const at = toDate(value)
    if (!at) return ''
    const text = formatAgo(at, now, locale)
    return new Html(`<time datetime="${at.toISOString()}">${escapeHtml(text)}</time>`, text)
  })
  register('asset_url', ({ assetUrl }, name) => {
    const url = assetUrl(toText(name))
    if (url === undefined) throw new Error(`There is no asset "${toText(name)}"`)
    return url
  })
  register('picture', ({ assetUrl }, picture, args) =>
    pictureMarkup(picture as PictureView | null | undefined, {
      ...(named(args) as PictureOptions),
      placeholder: assetUrl('placeholder.svg') ?? '',
    }),
  )
  register('markdown', (_context, text) => new Html(renderMarkdown(toText(text)), toText(text)))
  register('bold', (_context, value) => new Html(`<b>${toMarkup(value)}</b>`, toText(value)))
  register('code', (_context, value) => new Html(`<code>${toMarkup(value)}</code>`, toText(value)))
  register('link', (_context, text, [url]) => {
    const href = toText(url)
    if (!/^(\/(?!\/)|https?:\/\/|mailto:)/i.test(href)) return text
    return new Html(`<a href="${escapeHtml(href)}">${toMarkup(text)}</a>`, toText(text))
  })
}

function contextOf({ context }: FilterThis): RenderContext {
  const found = (context.globals as { [RENDER_CONTEXT]?: RenderContext })[RENDER_CONTEXT]
  if (!found) throw new Error('A template was rendered without its context')
  return found
}

function named(args: unknown[]): Record<string, unknown> {
  return Object.fromEntries(args.filter((arg): arg is Named => Array.isArray(arg) && arg.length === 2))
}

function toDate(value: unknown): Date | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const at = value instanceof Date ? value : new Date(toText(value))
  return Number.isNaN(at.getTime()) ? undefined : at
}
