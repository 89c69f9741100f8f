import type { BrowserContext } from 'playwright-core'
import type { Shop } from '../../../e2e/storefront/stores.ts'

export const TIMEOUT_MS = 60_000

export type Victim = {
  /** Texts that no other store may learn. */
  secrets: string[]
  /** What has changed in the other store since the start. */
  findChanges: () => Promise<string[]>
}

/** A visitor who has filled a basket in another store, in the same browser. */
export async function visitOtherStore(context: BrowserContext, shop: Shop): Promise<Victim> {
  const page = await context.newPage()
  await page.goto(`${shop.origin}/p/vip`, { timeout: TIMEOUT_MS })
  await page.click('form[action="/basket/lines"] button')
  await page.waitForURL(`${shop.origin}/basket`, { timeout: TIMEOUT_MS })
  // Scripts can read this one, so that only the host protects it.
  await page.evaluate("document.cookie = 'readable=SECRET-OF-THE-VICTIM; Secure'")
  const before = await readState()
  await page.close()

  async function readCookies(): Promise<string[]> {
    const cookies = await context.cookies(shop.origin)
    return cookies.flatMap(({ name, value }) => (name.startsWith('__Host-') ? `${name}=${value}` : []))
  }

  async function readState() {
    const tab = await context.newPage()
    await tab.goto(`${shop.origin}/basket`, { timeout: TIMEOUT_MS })
    const basket = await tab.locator('main').innerText()
    await tab.close()
    return { basket, cookies: (await readCookies()).join('; ') }
  }

  return {
    secrets: ['SECRET-OF-THE-VICTIM', ...(await readCookies()).map((cookie) => cookie.slice(cookie.indexOf('=') + 1))],
    async findChanges() {
      const now = await readState()
      return [
        ...(now.basket === before.basket ? [] : ['the basket in the other store has changed']),
        ...(now.cookies === before.cookies ? [] : ['the cookies of the other store have changed']),
      ]
    },
  }
}
