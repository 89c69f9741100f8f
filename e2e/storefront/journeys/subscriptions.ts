import { type Journey, require } from '../journey.ts'
import type { Shopper } from '../shopper.ts'
import type { Shop } from '../stores.ts'
import { deliverTo, seeDelivery, seePaidOrder } from './purchase.ts'

const PRICE_MINOR = 1_490

/** A store of its own that also sells a month of Patron. */
async function openPatronShop(openAnother: () => Promise<Shop>): Promise<Shop> {
  const shop = await openAnother()
  await shop.addProduct({ slug: 'patron', name: 'Patron', priceMinor: PRICE_MINOR, billingPeriod: 'P1M' })
  return shop
}

/** From the page of the product to the form of the checkout, filled in except for the renewal. */
async function wantPatron(shopper: Shopper, { origin }: Shop): Promise<void> {
  await shopper.addToBasket(`${origin}/p/patron`)
  await shopper.see(shopper.t('period.per.month'))
  await shopper.enterName(shopper.player)
  await shopper.fillCheckout()
}

/** The server asks for the consent, also if the browser does not. */
async function forgetConsent({ page, follow, see, t }: Shopper): Promise<void> {
  await page.evaluate('document.querySelector("input[name=renewal_consent]").required = false')
  await follow('button[name=provider]')
  await see(t('fault.renewal_consent_missing'))
  require(await page.isChecked('input[name=consent]'), 'the form was not kept')
}

export const SUBSCRIPTIONS: Journey[] = [
  {
    name: 'subscribes, reads the receipt, and cancels the subscription',
    buys: true,
    async run(shopper, { openAnother }) {
      const { page, t } = shopper
      const shop = await openPatronShop(openAnother)
      await shopper.open(shop.origin)
      await shopper.see(t('period.per.month'))
      await wantPatron(shopper, shop)
      const total = (await page.innerText('.sum .total dd')).trim()
      await shopper.see(t('checkout.renewal', { amount: total, every: t('period.every.month') }))

      if (shopper.hasScript) await forgetConsent(shopper)
      await page.check('input[name=renewal_consent]')
      await shopper.follow('button[name=provider]')
      await shopper.confirmPayment()
      await seePaidOrder(shopper, shop)
      await seeDelivery(shopper, deliverTo(shop, shopper.player))
      await shopper.see(t('subscription.state.active'))

      await shopper.follow('a[href$="/receipt"]')
      await shopper.see(t('subscription.title'))
      await shopper.follow('.no-print a')
      await shopper.follow('a[href$="/cancel"]')
      await shopper.see(t('cancel.no_charge'))
      await shopper.follow('form[action$="/cancel"] button')
      const { items } = await shop.manage.listSubscriptions({ storeId: shop.storeId })
      const [subscription] = items
      require(subscription?.state === 'cancelling', `the subscription is ${subscription?.state}`)
      require(subscription?.cancelledBy === 'buyer', `it was cancelled by ${subscription?.cancelledBy}`)
      await shopper.follow('main a.btn')
      await shopper.see(t('subscription.state.cancelling'))
      require((await page.locator('a[href$="/cancel"]').count()) === 0, 'it can be cancelled again')
    },
  },
  {
    name: 'reads why a subscription is not sold with other items',
    async run(shopper, { openAnother }) {
      const shop = await openPatronShop(openAnother)
      await shopper.addToBasket(`${shop.origin}/p/vip`)
      await shopper.addToBasket(`${shop.origin}/p/patron`)
      await shopper.see(shopper.t('fault.subscription_alone', { name: 'Patron' }))
      await shopper.enterName(shopper.player)
      require((await shopper.page.locator('button[value=continue]').count()) === 0, 'the basket leads to the checkout')
    },
  },
]
