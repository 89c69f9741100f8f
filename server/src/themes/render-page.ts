import { Context, type Template } from 'liquidjs'
import { createCpuLimit } from './cpu-limit.ts'
import { RENDER_CONTEXT, type RenderContext } from './filters.ts'
import type { Settings, Theme } from './compile-theme.ts'
import { Html } from './html.ts'
import { createTranslate, type LocaleTexts, type Translate } from './translate.ts'

export type PageInput = {
  template: string
  /** The objects of this page, such as `product`. */
  data: Readonly<Record<string, unknown>>
  /** The objects of every page, such as `shop`. Snippets see them as well. */
  globals: Readonly<Record<string, unknown>>
  /** Our part of `<head>`: a theme can add to it, and cannot leave it out. */
  head: Html
  /** The settings of the store, which replace those of the theme. */
  settings?: Settings
  locale: string
  timeZone: string
  currency: string
  now: Date
  /** The texts of the store, which replace those of the theme. */
  texts?: LocaleTexts
  /** The page is the same for all visitors, so none of them decides what it costs. */
  isShared?: boolean
}

/** The theme of a store, and our own pages. */
export type ThemePair = { theme: Theme; platform: Theme }

/** Renders a page to text. This is the only function that runs templates, so that it can move to another process. */
export function renderPage({ theme: chosen, platform }: ThemePair, page: PageInput): string {
  const theme = chosen.templates.has(page.template) ? chosen : platform
  const template = theme.templates.get(page.template)
  const layout = template && theme.layouts.get(template.layout)
  if (!template || !layout) throw new Error(`There is no template "${page.template}"`)

  const context = createContext({ theme: chosen, platform }, page)
  const settings = { ...chosen.settings, ...page.settings }
  const globals = { ...page.globals, settings, template: page.template, [RENDER_CONTEXT]: context }
  const contents = template.sections.map((section) => {
    const parsed = theme.sections.get(section.type) ?? []
    return renderPart(theme, parsed, { globals, data: { ...page.data, section } })
  })
  const content = new Html(contents.join(''))
  const data = { ...page.data, head: page.head, content, layout: template.layoutSettings }
  return renderPart(theme, layout, { globals, data })
}

function renderPart(
  { liquid, renderLimitMs }: Theme,
  parsed: Template[],
  { globals, data }: { globals: object; data: object },
): string {
  const limits = { liquid, renderLimit: createCpuLimit(renderLimitMs) }
  return liquid.renderSync(parsed, new Context(data, liquid.options, { globals, sync: true }, limits)) as string
}

const FALLBACK = 'en'

/** The texts of a page, for code outside of templates such as the title. */
export function translateWith({ theme, platform }: ThemePair, locale: string, texts?: LocaleTexts): Translate {
  const files = [texts, ...[locale, FALLBACK].flatMap((name) => [theme.locales.get(name), platform.locales.get(name)])]
  return createTranslate(
    locale,
    files.filter((file) => file !== undefined),
  )
}

function createContext({ theme, platform }: ThemePair, page: PageInput): RenderContext {
  const { locale, timeZone, currency, now, texts } = page
  return {
    locale,
    timeZone,
    currency,
    now,
    translate: translateWith({ theme, platform }, locale, texts),
    assetUrl: (name) => (theme.assets.get(name) ?? platform.assets.get(name))?.url,
  }
}
