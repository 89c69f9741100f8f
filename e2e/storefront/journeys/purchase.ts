import { waitUntil } from '../../kit/wait-until.ts'
import { require } from '../journey.ts'
import type { LiveProvider } from '../payment-sites.ts'
import { type Shopper, TIMEOUT_MS } from '../shopper.ts'
import type { Shop } from '../stores.ts'

type Purchase = {
  provider: LiveProvider | 'sandbox'
  recipient?: string
  slug?: string
  /** How the visitor says who they are, on the page of the basket. By default they type their name. */
  identify?: () => Promise<void>
}

/** Buys one product, from its page to the page of the order, which says that it is paid. */
export async function purchase(shopper: Shopper, shop: Shop, wanted: Purchase): Promise<void> {
  await pay(shopper, shop, wanted)
  await seePaidOrder(shopper, shop)
}

/** The same, for a game that may deliver before the page of the order is open. */
export async function pay(
  shopper: Shopper,
  shop: Shop,
  { provider, recipient, slug = 'vip', identify = () => shopper.enterName(shopper.player, recipient) }: Purchase,
): Promise<void> {
  await shopper.addToBasket(`${shop.origin}/p/${slug}`)
  await identify()
  await shopper.payWith(provider)
  await shopper.confirmPayment()
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
