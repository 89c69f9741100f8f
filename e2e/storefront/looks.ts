import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { buildFixtureApp } from '../../server/test/storefront/fixture-app.ts'
import { SHOP } from '../../server/test/storefront/fixture-shop.ts'
import { PAGES } from '../../server/test/storefront/fixtures.ts'
import { BUILT_IN_THEMES } from '../../server/src/themes/built-in-themes.ts'
import { readOptions } from '../kit/options.ts'
import { type Defer, runHarness } from '../kit/run-harness.ts'
import { launchBrowser } from '../kit/launch-browser.ts'
import { DESKTOP, findAxeViolations, PHONE, SCHEMES, scrollsSideways, watchPage } from './browser.ts'

const WIDTHS = [PHONE, DESKTOP]
/** On a busy machine a page can take long. */
const TIMEOUT_MS = 120_000

const options = readOptions({
  script: 'storefront:looks',
  about: `Opens every page of a built-in theme in Chromium, on a phone and on a desktop, in light and dark: no violation of
WCAG 2.2 AA, none of the Content-Security-Policy, and no page that scrolls sideways. --out keeps the screenshots.
The short form uses the phone in light and the desktop in dark.`,
  options: {
    out: { type: 'text', help: 'a folder for the screenshots' },
    only: { type: 'text', help: 'only pages whose name contains this text' },
    theme: { type: 'text', help: 'a built-in theme', default: BUILT_IN_THEMES[0] },
  },
})

type Visit = { name: string; url: string; width: number; scheme: (typeof SCHEMES)[number] }

await runHarness(options, async (defer) => {
  const pages = [...(await openStore(defer)), ...(await openStore(defer, 'closed'))].filter(({ name }) =>
    name.includes(options.only ?? ''),
  )
  const browser = await launchBrowser(defer)
  if (options.out !== undefined) await mkdir(options.out, { recursive: true })
  const failures: string[] = []
  const figures = { pages: pages.length, visits: 0, axeViolations: 0, cspViolations: 0, scrolling: 0, brokenFiles: 0 }
  for (const visit of pages.flatMap(variationsOf)) {
    const seen = await look(browser, visit)
    figures.visits++
    figures.axeViolations += seen.axe.length
    figures.cspViolations += seen.csp.length
    figures.brokenFiles += seen.errors.length
    if (seen.scrolls) figures.scrolling++
    const name = `${visit.name} at ${visit.width} in ${visit.scheme}`
    failures.push(...[...seen.axe, ...seen.csp, ...seen.errors].map((what) => `${name}: ${what}`))
    if (seen.scrolls) failures.push(`${name}: the page scrolls sideways`)
  }
  return { figures, failures }
})

/** Every page of a store with its address. */
async function openStore(defer: Defer, state: 'open' | 'closed' = 'open'): Promise<{ name: string; url: string }[]> {
  const isClosed = state === 'closed'
  const theme = { name: options.theme, version: null }
  const app = await buildFixtureApp({ shop: { ...SHOP, store: { ...SHOP.store, theme, isClosed } } })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  defer(() => app.close())
  if (isClosed) return [{ name: 'closed', url: origin }]
  const browse = [
    ['home', '/'],
    ['home-pt', '/?lang=pt-BR'],
    ['category', '/c/ranks'],
    ['product', '/p/knight'],
    ['product-sold-out', '/p/crate-wyrm'],
    ['product-subscription', '/p/patron'],
    ['search', '/search?q=coins'],
    ['search-empty', '/search'],
    ['terms', '/terms'],
    ['404', '/missing'],
  ].map(([name = '', path = '']) => ({ name, url: origin + path }))
  const personal = PAGES.flatMap(([template], i) =>
    ['basket', 'who', 'me', 'checkout', 'order', 'withdraw', 'cancel', 'error'].includes(template)
      ? { name: `${template}-${i}`, url: `${origin}/fixture/${i}` }
      : [],
  )
  return [...browse, ...personal]
}

function variationsOf(page: { name: string; url: string }): Visit[] {
  const all = WIDTHS.flatMap((width) => SCHEMES.map((scheme) => ({ ...page, width, scheme })))
  return options.short ? all.filter(({ width, scheme }) => (width === PHONE) === (scheme === 'light')) : all
}

async function look(browser: Browser, { name, url, width, scheme }: Visit) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, locale: 'en' })
  try {
    const page = await context.newPage()
    const complaints = watchPage(page)
    const response = await page.goto(url, { waitUntil: 'load', timeout: TIMEOUT_MS })
    const expected = name === '404' ? 404 : 200
    if (response?.status() !== expected) complaints.errors.push(`the page answered ${response?.status()}`)
    const axe = await findAxeViolations(page)
    const scrolls = await scrollsSideways(page)
    if (options.out !== undefined)
      await page.screenshot({ path: join(options.out, `${name}-${width}-${scheme}.png`), fullPage: true })
    return { axe, ...complaints, scrolls }
  } finally {
    await context.close()
  }
}
