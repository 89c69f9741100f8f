import { join } from 'node:path'
import sharp from 'sharp'
import { buildFixtureApp } from '../../server/test/storefront/fixture-app.ts'
import { SHOP } from '../../server/test/storefront/fixture-shop.ts'
import { PAGES } from '../../server/test/storefront/fixtures.ts'
import { launchBrowser } from '../kit/launch-browser.ts'
import { DESKTOP, PHONE, type Scheme } from './browser.ts'

/** Takes the pictures of the documents again: `npm run storefront:pictures`. */
const FOLDER = join(import.meta.dirname, '../../docs/pictures')
const HEIGHT = 844
const TIMEOUT_MS = 120_000
const DESKTOP_WIDTH = 960

type Picture = { name: string; theme: string; path: string; width: number; scheme: Scheme }

const fixture = (template: string) => `/fixture/${PAGES.findIndex(([name]) => name === template)}`

const PICTURES: Picture[] = [
  { name: 'storefront-home-dark', theme: 'vale', path: '/', width: DESKTOP, scheme: 'dark' },
  { name: 'storefront-home-phone', theme: 'vale', path: '/', width: PHONE, scheme: 'light' },
  { name: 'storefront-product-dark', theme: 'vale', path: '/p/knight', width: DESKTOP, scheme: 'dark' },
  { name: 'storefront-checkout-dark', theme: 'vale', path: fixture('checkout'), width: DESKTOP, scheme: 'dark' },
  { name: 'storefront-order-phone', theme: 'vale', path: fixture('order'), width: PHONE, scheme: 'light' },
  { name: 'theme-vale', theme: 'vale', path: '/', width: DESKTOP, scheme: 'light' },
  { name: 'theme-gala', theme: 'gala', path: '/', width: DESKTOP, scheme: 'light' },
  { name: 'theme-gala-dark', theme: 'gala', path: '/p/knight', width: DESKTOP, scheme: 'dark' },
  { name: 'theme-gala-phone', theme: 'gala', path: '/', width: PHONE, scheme: 'light' },
  { name: 'theme-gala-phone-dark', theme: 'gala', path: '/c/ranks', width: PHONE, scheme: 'dark' },
]

const closers: (() => Promise<unknown>)[] = []
try {
  const browser = await launchBrowser((close) => closers.unshift(async () => close()))
  for (const theme of new Set(PICTURES.map((picture) => picture.theme))) {
    const app = await buildFixtureApp({
      shop: { ...SHOP, store: { ...SHOP.store, theme: { name: theme, version: null } } },
    })
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    closers.unshift(() => app.close())
    for (const { name, path, width, scheme } of PICTURES.filter((picture) => picture.theme === theme)) {
      const page = await browser.newPage({ viewport: { width, height: HEIGHT }, colorScheme: scheme, locale: 'en' })
      await page.goto(origin + path, { timeout: TIMEOUT_MS })
      const shot = sharp(await page.screenshot())
      await shot
        .resize(Math.min(width, DESKTOP_WIDTH))
        .webp({ quality: 82 })
        .toFile(join(FOLDER, `${name}.webp`))
      await page.close()
    }
  }
} finally {
  for (const close of closers) await close()
}
