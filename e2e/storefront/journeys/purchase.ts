import { waitUntil } from '../../kit/wait-until.ts'
import { require } from '../journey.ts'
import type { LiveProvider } from '../payment-sites.ts'
import { type Shopper, TIMEOUT_MS } from '../shopper.ts'
import type { Shop } from '../stores.ts'

type Purchase = { provider: LiveProvider | 'sandbox'; recipient?: string; slug?: string }

/** Buys one product, from its page to the page of the order. */
export async function purchase(
  shopper: Shopper,
  shop: Shop,
  { provider, recipient, slug = 'vip' }: Purchase,
): Promise<void> {
  await shopper.addToBasket(`${shop.origin}/p/${slug}`)
  await shopper.enterName(shopper.player, recipient)
  await shopper.payWith(provider)
  await shopper.confirmPayment()
  await seePaidOrder(shopper, shop)
}

export async function seePaidOrder({ page, see, t }: Shopper, { origin }: Shop): Promise<void> {
  require(page.url().startsWith(`${origin}/o/`), `after the payment the visitor is at ${page.url()}`)
  await see(t('order.headline.paid', { count: 0, total: 1 }))
}

/** The game delivers, and the open page says so by itself. With scripts it is not even loaded again. */
export async function seeDelivery(shopper: Shopper, deliver: () => Promise<boolean>): Promise<void> {
  const { page, hasScript, see, t, inspect } = shopper
  if (hasScript) await page.evaluate('document.loadedOnce = true')
  require(await waitUntil(deliver, { timeoutMs: TIMEOUT_MS, intervalMs: 200 }), 'the game got nothing')
  await see(t('order.headline.delivered'))
  if (hasScript) require((await page.evaluate('document.loadedOnce')) === true, 'the page was loaded again')
  await inspect()
}

export const deliverTo = (shop: Shop, player: string) => async () => (await shop.deliver(player)) === 1
