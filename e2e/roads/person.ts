import type { Browser } from 'playwright-core'
import { createPerson, type Person as DashboardUser } from '../dashboard/person.ts'
import type { Look } from '../storefront/look.ts'
import { createShopper, type Shopper } from '../storefront/shopper.ts'
import { readTexts } from '../storefront/texts.ts'

/** Someone with a browser. Everything that they click and type is counted. */
export type Person = DashboardUser & {
  /** Their name in the game. */
  player: string
  /** What they do in the store, in the same window. Its `t` has the texts of the store. */
  shop: Shopper
}

export type NewPerson = { player: string; email?: string; password?: string; look: Look }
type Place = { browser: Browser; origin: string; number: number }

/** Opens a window of its own for somebody. */
export async function openPerson(
  { player, look, ...account }: NewPerson,
  { browser, origin, number }: Place,
): Promise<Person> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: 900 },
    colorScheme: look.scheme,
    locale: look.locale,
    javaScriptEnabled: look.hasScript,
    ignoreHTTPSErrors: true,
    acceptDownloads: true,
    // Everybody has a network of their own, because payments are limited by network.
    extraHTTPHeaders: { 'x-forwarded-for': `10.3.${number}.1` },
  })
  const email = account.email ?? `${player.toLowerCase()}@mail.example`
  const secret = account.password === undefined ? {} : { password: account.password }
  const person = await createPerson({ context, look, origin, email, ...secret })
  const t = await readTexts(look.locale)
  const { page } = person
  const shop = await createShopper({ context, page, hands: person, look, t, player })
  return { ...person, player, shop }
}
