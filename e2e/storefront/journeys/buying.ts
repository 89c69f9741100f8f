import { type Journey, require } from '../journey.ts'
import { type LiveProvider, SITES } from '../payment-sites.ts'
import { deliverTo, purchase, seeDelivery, seePaidOrder } from './purchase.ts'

/** Every way to buy. */
export const BUYING: Journey[] = [
  {
    name: 'buys by typed name, from the home page, with play money',
    buys: true,
    async run(shopper, { test }) {
      await shopper.open(test.origin)
      await shopper.follow('button[name=product][value=vip]')
      await shopper.enterName(shopper.player)
      await shopper.see(shopper.t('who.not_you'))
      await shopper.payWith('sandbox')
      await shopper.confirmPayment()
      await seePaidOrder(shopper, test)
      await seeDelivery(shopper, deliverTo(test, shopper.player))
    },
  },
  ...Object.keys(SITES).map((name): Journey => {
    const provider = name as LiveProvider
    return {
      name: `buys with ${provider}`,
      buys: true,
      async run(shopper, { live }) {
        await purchase(shopper, live, { provider })
        await seeDelivery(shopper, deliverTo(live, shopper.player))
      },
    }
  }),
  {
    name: 'presses the button of the payment twice',
    buys: true,
    async run(shopper, { openAnother }) {
      const shop = await openAnother()
      await shopper.addToBasket(`${shop.origin}/p/vip`)
      await shopper.enterName(shopper.player)
      await shopper.fillCheckout()
      await shopper.page.locator('button[name=provider]').dblclick()
      await shopper.page.locator('button[value=pay]').waitFor()
      await shopper.confirmPayment()
      await seePaidOrder(shopper, shop)
      const { items } = await shop.manage.listCheckouts({ storeId: shop.storeId })
      require(items.length === 1, `${items.length} checkouts were opened`)
      await seeDelivery(shopper, deliverTo(shop, shopper.player))
    },
  },
  {
    name: 'goes back from the payment page, looks around and pays',
    buys: true,
    async run(shopper, { openAnother }) {
      const shop = await openAnother()
      await shopper.addToBasket(`${shop.origin}/p/vip`)
      await shopper.enterName(shopper.player)
      await shopper.payWith('sandbox')
      await shopper.page.goBack()
      await shopper.follow('.back-link')
      await shopper.payWith('sandbox')
      await shopper.confirmPayment()
      await seePaidOrder(shopper, shop)
      const { items } = await shop.manage.listCheckouts({ storeId: shop.storeId })
      require(items.length === 1, `${items.length} checkouts were opened`)
      await shopper.open(`${shop.origin}/basket`)
      await shopper.see(shopper.t('basket.empty'))
    },
  },
]
