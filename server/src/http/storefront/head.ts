import { escapeHtml, Html } from '../../themes/html.ts'
import type { Visit } from './visit.ts'

export type HeadInput = {
  /** Without it, the title of the page is that of the store. */
  title?: string
  description?: string
  /** Pages of one visitor are not for search engines. */
  isPrivate?: boolean
  /** The address of the page without its query. Pages without it have no canonical address. */
  canonicalPath?: string
  picture?: string
  /** The refresh of a page that works without scripts. */
  refreshSeconds?: number
  jsonLd?: object
}

/** Our part of `<head>`: metadata, addresses in other languages, and data for search engines. */
export function buildHead({ shop, view, locale, origin }: Visit, input: HeadInput): Html {
  const { locales, defaultLocale } = shop.store
  const title = input.title === undefined ? view.title : `${input.title} · ${view.name}`
  const description = input.description || view.tagline || view.title
  const address = (name: string) =>
    `${origin}${input.canonicalPath}${name === defaultLocale ? '' : `?lang=${encodeURIComponent(name)}`}`
  const tags = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    ...(input.isPrivate || input.canonicalPath === undefined ? [meta('name', 'robots', 'noindex')] : []),
    ...(input.refreshSeconds === undefined
      ? []
      : [`<noscript><meta http-equiv="refresh" content="${input.refreshSeconds}"></noscript>`]),
  ]
  if (input.canonicalPath !== undefined) {
    tags.push(
      `<link rel="canonical" href="${escapeHtml(address(locale))}">`,
      ...(locales.length > 1 ? locales.map((name) => alternate(name, address(name))) : []),
      ...(locales.length > 1 ? [alternate('x-default', address(defaultLocale))] : []),
      meta('property', 'og:url', address(locale)),
      meta('property', 'og:type', 'website'),
      meta('property', 'og:title', input.title ?? view.title),
      meta('property', 'og:description', description),
      meta('property', 'og:site_name', view.name),
      meta('property', 'og:locale', locale.replace('-', '_')),
      meta('name', 'twitter:card', 'summary_large_image'),
      ...(input.picture === undefined ? [] : [meta('property', 'og:image', `${origin}${input.picture}`)]),
    )
  }
  if (input.jsonLd) tags.push(`<script type="application/ld+json">${toScriptJson(input.jsonLd)}</script>`)
  return new Html(tags.join('\n'))
}

function meta(attribute: 'name' | 'property', name: string, content: string): string {
  return `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`
}

function alternate(locale: string, url: string): string {
  return `<link rel="alternate" hreflang="${locale}" href="${escapeHtml(url)}">`
}

/** JSON that cannot end the element that it is in. */
function toScriptJson(value: object): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}
