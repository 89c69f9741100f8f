import { describe, expect, test } from 'vitest'
import { BUILT_IN_THEMES, type BuiltInTheme, loadBuiltInThemes } from '../../src/themes/built-in-themes.ts'
import { Html } from '../../src/themes/html.ts'
import { renderPage } from '../../src/themes/render-page.ts'
import { PAGES, PAID_AT, SHOP_VIEW } from './fixtures.ts'

const themes = await loadBuiltInThemes()
const LOCALES = ['en', 'pt-BR', 'es']

type Options = { locale?: string; shop?: typeof SHOP_VIEW; theme?: BuiltInTheme }

function render(
  template: string,
  data: Record<string, unknown>,
  { locale = 'en', shop = SHOP_VIEW, theme = 'vale' }: Options = {},
): string {
  const pair = { theme: themes.named.get(theme) ?? themes.theme, platform: themes.platform }
  return renderPage(pair, {
    template,
    data,
    head: new Html('<title>t</title>'),
    globals: {
      shop,
      request: { path: '/', locale, locales: LOCALES.map((code) => ({ code, name: code })) },
    },
    locale,
    timeZone: 'America/Sao_Paulo',
    currency: 'BRL',
    now: PAID_AT,
  })
}

const looks = BUILT_IN_THEMES.flatMap((theme) => LOCALES.map((locale) => ({ theme, locale })))

describe.each(looks)('$theme in $locale', ({ theme, locale }) => {
  test.each(PAGES)('the page %s shows its texts, and neither keys nor objects', (template, data) => {
    const page = render(template, data, { locale, theme })
    expect(page).toContain(`<html lang="${locale}"`)
    expect(page).not.toMatch(/\[object|undefined|NaN|null\b/)
    expect(page).not.toMatch(
      /[>"\s](order|basket|fault|who|checkout|error|home|product|withdraw|status|price|period|subscription|cancel)\.[a-z_.]+[<"]/,
    )
    expect(page).not.toMatch(/\{\w+\}/)
    expect(page).not.toMatch(/\sstyle=|\son\w+=|<script(?! type="application\/ld|[^>]* src="\/assets\/)/)
  })
})

test('amounts are written as readers of the language expect', () => {
  const [template, data] = PAGES.find(([name]) => name === 'checkout') ?? ['', {}]
  expect(render(template, data)).toContain('R$90.84')
  expect(render(template, data, { locale: 'pt-BR' })).toContain('R$\u00a090,84')
  expect(render(template, data, { locale: 'es' })).toContain('90,84\u00a0R$')
})

test('times are those of the store', () => {
  const [template, data] = PAGES.find(([name]) => name === 'order') ?? ['', {}]
  expect(render(template, data)).toContain('<time datetime="2026-11-16T00:42:08.000Z">21:42:08</time>')
})

test.each(BUILT_IN_THEMES)('names of players, products and stores cannot add markup to a page of %s', (theme) => {
  const evil = '"><script>alert(1)</script>'
  const shop = { ...SHOP_VIEW, name: evil, title: evil, tagline: evil, join_address: evil }
  for (const [template, data] of PAGES) {
    const page = render(template, replaceTexts(data, evil) as Record<string, unknown>, { shop, theme })
    expect(page).not.toContain('<script>')
  }
})

function replaceTexts(value: unknown, text: string): unknown {
  if (typeof value === 'string') return /^[a-z_/]+$/.test(value) ? value : text
  if (Array.isArray(value)) return value.map((each) => replaceTexts(each, text))
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaceTexts(each, text)]))
}
