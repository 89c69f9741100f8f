import { createReadStream } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { openShop } from '../../server/test/payments/open-shop.ts'
import { startStore } from '../../server/test/start-store.ts'
import { freePort } from '../kit/game/free-port.ts'
import { launchBrowser } from '../kit/launch-browser.ts'

const FOLDER = 'examples/custom-storefront'
const SLOW = { timeout: 60_000, interval: 250 }

const port = await freePort()
const store = await startStore({
  pages: true,
  port,
  env: { STOREFRONT_DOMAIN: 'shops.localhost', PUBLIC_URL: `http://manage.localhost:${port}`, SINGLE_OWNER: 'on' },
})
const website = await serveFolder()
afterAll(() => void website.server.close())

/** The website of an owner: it only serves files. */
async function serveFolder(): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    const name = request.url?.startsWith('/storefront.js') ? 'storefront.js' : 'index.html'
    response.setHeader('content-type', name.endsWith('.js') ? 'text/javascript' : 'text/html')
    createReadStream(`${FOLDER}/${name}`).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` }
}

test(
  'a static page on another website lists products, buys with play money and shows the order',
  { timeout: 180_000 },
  async () => {
    const { storeId, key } = await openShop(store)
    await store.query("insert into store_hosts (store_id, host, kind, proved_at) values ($1, 'vale', 'label', now())", [
      storeId,
    ])
    await store.query('update storefronts set return_origins = array[$2] where store_id = $1', [
      storeId,
      website.origin,
    ])
    await vi.waitFor(() => expect(store.hosts.findStoreByHost('vale.shops.localhost')).toBe(storeId), SLOW)
    const address = `http://vale.shops.localhost:${port}`
    const browser = await launchBrowser((close) => onTestFinished(async () => void (await close())))
    const page = await browser.newPage()
    page.setDefaultTimeout(SLOW.timeout)
    await page.goto(`${website.origin}/?store=${address}`)
    await page.click('#products button')
    await page.click('#products button')
    await expect.poll(() => page.textContent('#lines'), SLOW).toContain('2 × VIP Gold')
    await page.click('#lines button')
    await expect.poll(() => page.textContent('#lines'), SLOW).toBe('')
    await page.click('#products button')
    await expect.poll(() => page.textContent('#total'), SLOW).toContain('19.90')
    await page.fill('[name=player]', '42')
    await page.check('[name=consent]')
    await page.click('#providers button')
    await page.waitForURL(`${address}/pay/sandbox/**`)
    await page.click('button[value=pay]')
    await page.waitForURL(`${website.origin}/?paid`)
    await expect.poll(() => page.textContent('#state'), SLOW).toContain('paid: 0 of 1 delivered')
    const [delivery] = await store.poll(key)
    expect(delivery).toMatchObject({ gameUserId: '42' })
    await store.report(key, delivery?.id)
    await expect.poll(() => page.textContent('#items'), SLOW).toBe('VIP Gold: Delivered')
  },
)
