import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { Journey, Shops } from './journey.ts'
import { type Look, nameOf } from './look.ts'
import { createShopper, type Seen } from './shopper.ts'
import { readTexts } from './texts.ts'

export type JourneyResult = { name: string; look: Look; failure: string | undefined; seen: Seen }

type Parts = {
  browser: Browser
  shops: Shops
  /** For screenshots of failures. */
  folder: string
  /** Whether axe checks each kind of page once in each color scheme. */
  onlyNewPages: boolean
  /** A folder for a screenshot of every page. */
  out?: string | undefined
}

export function createJourneyRunner({ browser, shops, folder, onlyNewPages, out }: Parts) {
  const checked = new Set<string>()
  let started = 0

  function needsAxe(page: Page, { scheme }: Look): boolean {
    if (!onlyNewPages) return true
    const kind = `${scheme} ${new URL(page.url()).pathname.replace(/(?<=\/)(qmo|sto|chk)_\w+/g, ':id')}`
    if (checked.has(kind)) return false
    checked.add(kind)
    return true
  }

  return async (journey: Journey, look: Look): Promise<JourneyResult> => {
    const number = ++started
    const context = await browser.newContext({
      viewport: { width: look.width, height: 900 },
      colorScheme: look.scheme,
      locale: look.locale,
      javaScriptEnabled: look.hasScript,
      ignoreHTTPSErrors: true,
      // Every visitor has a network of their own, because payments are limited by network.
      extraHTTPHeaders: { 'x-forwarded-for': `10.0.${number}.1` },
    })
    const shopper = await createShopper({
      context,
      look,
      t: await readTexts(look.locale),
      player: `Buyer_${number}`,
      needsAxe: (page) => needsAxe(page, look),
      out,
    })
    let failure: string | undefined
    try {
      await journey.run(shopper, shops)
    } catch (error) {
      const screenshot = join(folder, `journey-${number}.png`)
      await shopper.page.screenshot({ path: screenshot, fullPage: true }).catch(() => undefined)
      failure = `${String(error).split('\n')[0]} at ${shopper.page.url()} (${screenshot})`
    }
    await context.close()
    return { name: `${journey.name} (${nameOf(look)})`, look, failure, seen: shopper.seen }
  }
}
