import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { PROJECT_ROOT } from '../kit/run-command.ts'
import { withCleanUp } from '../kit/run-harness.ts'
import { DESKTOP, PHONE, type Scheme } from '../storefront/browser.ts'
import { openInstallation } from './open-installation.ts'
import { createPerson } from './person.ts'
import { addStoreWithSales, type StoreWithSales } from './store-with-sales.ts'

/** Takes the pictures of the dashboard in the documents again: `npm run dashboard:pictures`, after `npm run build:dashboard`. */
const FOLDER = join(PROJECT_ROOT, 'docs/pictures')
const WIDTH = 960
const HEIGHT = 844
/** Fonts, charts and the live feed are there. */
const SETTLE_MS = 1_500

type Picture = { name: string; path: (ids: Ids) => string; width?: number; scheme?: Scheme; keys?: string }
type Ids = { store: string; order: string; product: string }

const PICTURES: Picture[] = [
  { name: 'today', path: ({ store }) => store },
  { name: 'today-phone', path: ({ store }) => store, width: PHONE, scheme: 'dark' },
  { name: 'orders', path: ({ store }) => `${store}/orders` },
  { name: 'palette', path: ({ store }) => `${store}/orders`, keys: 'Control+k' },
  { name: 'order', path: ({ store, order }) => `${store}/orders/${order}`, scheme: 'dark' },
  { name: 'deliveries', path: ({ store }) => `${store}/deliveries` },
  { name: 'deliveries-phone', path: ({ store }) => `${store}/deliveries`, width: PHONE },
  { name: 'player', path: ({ store }) => `${store}/players/kestrel` },
  { name: 'products', path: ({ store }) => `${store}/products` },
  { name: 'product', path: ({ store, product }) => `${store}/products/${product}` },
  { name: 'storefront', path: ({ store }) => `${store}/storefront` },
  { name: 'servers', path: ({ store }) => `${store}/servers` },
  { name: 'redelivery', path: ({ store }) => `${store}/redelivery` },
  { name: 'team', path: ({ store }) => `${store}/team` },
  { name: 'audit', path: ({ store }) => `${store}/audit`, scheme: 'dark' },
  { name: 'setup', path: ({ store }) => `${store}/setup` },
]

/** A day with sales that arrived, one that waits for its player, one that failed, and one that is uncertain. */
async function sellSome({ sell, play, products }: StoreWithSales): Promise<string> {
  const order = await sell('kestrel', products.vip, products.coins)
  await play('kestrel')
  for (const player of ['old_tom', 'nyx', 'sable', 'mira_k']) {
    await sell(player, products.coins)
    await play(player)
  }
  await sell('vex', products.coins)
  await play('vex', 'failed')
  await sell('rook', products.vip)
  await play('rook', 'in_doubt')
  await sell('juniper', products.vip)
  return order
}

await withCleanUp(async (defer) => {
  const { installation, browser } = await openInstallation(defer)
  const email = 'ana@vale.example'
  let ids: Ids | undefined
  for (const [width, scheme] of [
    [DESKTOP, 'light'],
    [DESKTOP, 'dark'],
    [PHONE, 'light'],
    [PHONE, 'dark'],
  ] as const) {
    const context = await browser.newContext({
      viewport: { width, height: HEIGHT },
      colorScheme: scheme,
      locale: 'en',
      ignoreHTTPSErrors: true,
    })
    const look = { width, scheme, locale: 'en', hasScript: true } as const
    const person = await createPerson({ context, look, origin: installation.origin, email })
    if (!ids) {
      const store = await addStoreWithSales(installation, person)
      ids = { store: `/stores/${store.storeId}`, order: await sellSome(store), product: store.products.vip }
    }
    await person.signIn()
    await person.read('Vale')
    for (const picture of PICTURES) {
      if ((picture.width ?? DESKTOP) !== width || (picture.scheme ?? 'light') !== scheme) continue
      await person.open(picture.path(ids))
      await person.page.getByRole('heading', { level: 1 }).waitFor()
      if (picture.keys !== undefined) await person.page.keyboard.press(picture.keys)
      await sleep(SETTLE_MS)
      await sharp(await person.page.screenshot())
        .resize(Math.min(width, WIDTH))
        .webp({ quality: 82 })
        .toFile(join(FOLDER, `dashboard-${picture.name}.webp`))
    }
    await context.close()
  }
})
