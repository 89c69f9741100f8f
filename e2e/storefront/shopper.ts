import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { type Hands, MOUSE } from '../kit/person/hands.ts'
import { type Complaints, findAxeViolations, scrollsSideways, watchPage } from './browser.ts'
import { DOMAIN } from './internet.ts'
import { type Look, nameOf } from './look.ts'
import type { LiveProvider } from './payment-sites.ts'
import type { Text } from './texts.ts'

/** On a busy machine a page can take long. */
export const TIMEOUT_MS = 60_000

export type Seen = Complaints & { axe: string[]; scrolling: string[]; pages: number }

export type Shopper = {
  page: Page
  /** The texts in the language of this shopper. */
  t: Text
  player: string
  hasScript: boolean
  open: (url: string) => Promise<void>
  /** Opens a page until it shows a text. Pages show a change of the store within seconds, and sums within half a minute. */
  openUntil: (url: string, text: string) => Promise<void>
  /** Clicks something that leads to another page, and inspects that page. */
  follow: (selector: string) => Promise<void>
  addToBasket: (url: string) => Promise<void>
  /** Enters the name on the basket page. A gift also names its recipient. */
  enterName: (name: string, recipient?: string) => Promise<void>
  /** Types a code from the game. */
  enterCode: (code: string) => Promise<void>
  /** Continues from the basket and fills in the form. */
  fillCheckout: (email?: string) => Promise<void>
  /** The same, and presses the button of the provider. */
  payWith: (provider: LiveProvider | 'sandbox') => Promise<void>
  /** Presses the button of the payment page that is open. */
  confirmPayment: () => Promise<void>
  /** Waits until the page shows this text. It may need to reload or update itself until then. */
  see: (text: string) => Promise<void>
  /** Checks the page that is open. */
  inspect: () => Promise<void>
  seen: Seen
}

type Parts = {
  context: BrowserContext
  /** The page and the hands of someone who does other things, too. */
  page?: Page
  hands?: Hands
  look: Look
  t: Text
  player: string
  needsAxe?: (page: Page) => boolean
  out?: string | undefined
}

/** Someone who buys in a browser. Every page of the store that they reach is inspected. */
export async function createShopper({
  context,
  look,
  t,
  player,
  needsAxe = () => false,
  out,
  ...own
}: Parts): Promise<Shopper> {
  const { page = await context.newPage(), hands = MOUSE } = own
  page.setDefaultTimeout(TIMEOUT_MS)
  const seen: Seen = { ...watchPage(page), axe: [], scrolling: [], pages: 0 }

  async function inspect(): Promise<void> {
    const url = new URL(page.url())
    if (!url.host.endsWith(`.${DOMAIN}`)) return
    seen.pages++
    if (out !== undefined) {
      const name =
        url.pathname
          .slice(1)
          .replaceAll(/qmo_[^/]+/g, 'order')
          .replaceAll('/', '-') || 'home'
      const file = `${player}-${String(seen.pages).padStart(2, '0')}-${name}-${nameOf(look).replaceAll(/\W+/g, '-')}.png`
      await page.screenshot({ path: join(out, file), fullPage: true })
    }
    // Without scripts axe cannot run; the same pages are inspected with scripts.
    if (!look.hasScript) return
    if (await scrollsSideways(page)) seen.scrolling.push(url.pathname)
    if (needsAxe(page)) seen.axe.push(...(await findAxeViolations(page)).map((what) => `${url.pathname}: ${what}`))
  }

  async function open(url: string): Promise<void> {
    await page.goto(url)
    await inspect()
  }
  async function openUntil(url: string, text: string): Promise<void> {
    for (const end = Date.now() + TIMEOUT_MS; Date.now() < end;) {
      await page.goto(url)
      if ((await page.getByText(text).count()) > 0) return inspect()
      await page.waitForTimeout(200)
    }
    throw new Error(`${url} does not show "${text}"`)
  }
  async function follow(selector: string): Promise<void> {
    await Promise.all([page.waitForEvent('load'), hands.click(page.locator(selector).first())])
    await inspect()
  }
  async function fillCheckout(email = `${player}@mail.example`): Promise<void> {
    await follow('button[value=continue]')
    await hands.type(page.locator('#email'), email)
    await hands.check(page.locator('input[name=consent]'))
  }

  return {
    page,
    t,
    player,
    hasScript: look.hasScript,
    seen,
    open,
    openUntil,
    follow,
    inspect,
    async addToBasket(url) {
      await open(url)
      await follow('.buy button[name=product]')
    },
    async enterName(name, recipient) {
      await hands.type(page.locator('#name'), name)
      if (recipient !== undefined) {
        await hands.check(page.locator('input[name=gift]'))
        await hands.type(page.locator('#to'), recipient)
      }
      await follow('button[value=look_up]')
    },
    async enterCode(code) {
      await hands.type(page.locator('#code'), code)
      await follow('#code + button')
    },
    fillCheckout,
    async payWith(provider) {
      await fillCheckout()
      await follow(`button[name=provider][value=${provider}]`)
    },
    confirmPayment: () => follow('button'),
    async see(text) {
      await page.getByText(text, { exact: false }).first().waitFor()
    },
  }
}
