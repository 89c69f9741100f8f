import { type Journey, require } from '../journey.ts'
import type { Shopper } from '../shopper.ts'
import type { Shop } from '../stores.ts'

/** Purchases that must not happen. The page says why. */
export const REFUSALS: Journey[] = [
  {
    name: 'visits a closed store',
    async run(shopper, { openAnother }) {
      const { storeId, manage, origin } = await openAnother()
      await shopper.addToBasket(`${origin}/p/vip`)
      await shopper.enterName(shopper.player)
      await shopper.fillCheckout()
      await manage.updateStorefront({ storeId, isOpen: false }, { ifMatch: '*' })
      await shopper.openUntil(`${origin}/`, shopper.t('closed.title', { store: 'Vale' }))
      await shopper.open(`${origin}/p/vip`)
      await shopper.see(shopper.t('product.closed'))
      await shopper.open(`${origin}/basket`)
      require((await shopper.page.locator('button[value=continue]').count()) ===
        0, 'a closed store leads to the checkout')
      await shopper.see(shopper.t('fault.store_closed'))
      await shopper.open(`${origin}/checkout`)
      require(shopper.page.url() === `${origin}/basket`, 'a closed store has a checkout')
    },
  },
  {
    name: 'is banned',
    async run(shopper, { test }) {
      const { player, t, page } = shopper
      await test.manage.banPlayer({ storeId: test.storeId, gameUserId: player, reason: 'fraud' })
      await shopper.addToBasket(`${test.origin}/p/vip`)
      await shopper.enterName(player)
      await shopper.see(t('fault.player_banned', { player }))
      const id = await page.locator('#name[aria-invalid=true]').getAttribute('aria-describedby')
      require(id?.includes('name-fault') === true, 'the field does not refer to its error')
    },
  },
  {
    name: 'is banned on the way',
    async run(shopper, { test }) {
      const { player } = shopper
      await shopper.addToBasket(`${test.origin}/p/vip`)
      await shopper.enterName(player)
      await shopper.fillCheckout()
      await test.manage.banPlayer({ storeId: test.storeId, gameUserId: player, reason: 'fraud' })
      await press(shopper, test)
      await shopper.see(shopper.t('fault.player_banned', { player }))
    },
  },
  {
    name: 'wants something that is sold out meanwhile',
    async run(shopper, { openAnother }) {
      const { origin, storeId, manage, addProduct } = await openAnother()
      const productId = await addProduct({ name: 'Relic', slug: 'relic', stock: 1 })
      await shopper.openUntil(`${origin}/p/relic`, 'Relic')
      await shopper.follow('.buy button[name=product]')
      await shopper.enterName(shopper.player)
      await shopper.fillCheckout()
      await manage.createManualSale({ storeId, gameUserId: 'Faster', items: [{ productId }] })
      await shopper.follow('button[name=provider]')
      await shopper.see(shopper.t('fault.sold_out', { name: 'Relic' }))
      await shopper.open(`${origin}/basket`)
      await shopper.see(shopper.t('fault.sold_out', { name: 'Relic' }))
      await shopper.follow('.line-tools .btn-text')
      await shopper.see(shopper.t('basket.empty'))
    },
  },
  {
    name: 'sees a price that changes meanwhile',
    buys: true,
    async run(shopper, { openAnother }) {
      const shop = await openAnother()
      const { storeId, manage } = shop
      await shopper.addToBasket(`${shop.origin}/p/vip`)
      await shopper.enterName(shopper.player)
      await shopper.fillCheckout()
      const { items } = await manage.listProducts({ storeId })
      const productId = items.find(({ slug }) => slug === 'vip')?.id ?? ''
      await manage.updateProduct({ storeId, productId, priceMinor: 2_990 }, { ifMatch: '*' })
      await press(shopper, shop)
      await shopper.see(shopper.t('fault.total_changed'))
      await shopper.follow('button[name=provider]')
      await shopper.confirmPayment()
      await shopper.see(shopper.t('order.headline.paid', { count: 0, total: 1 }))
    },
  },
  {
    name: 'owns as many as a player may',
    async run(shopper, { test }) {
      const { storeId, manage, origin } = test
      const { items } = await manage.listProducts({ storeId })
      const productId = items.find(({ slug }) => slug === 'single')?.id ?? ''
      await manage.createManualSale({ storeId, gameUserId: shopper.player, items: [{ productId }] })
      await shopper.addToBasket(`${origin}/p/single`)
      await shopper.enterName(shopper.player)
      await shopper.payWith('sandbox')
      await shopper.see(shopper.t('fault.limit_reached', { player: shopper.player, name: 'Banner' }))
    },
  },
]

async function press(shopper: Shopper, { origin }: Shop): Promise<void> {
  await shopper.follow('button[name=provider]')
  require(shopper.page.url() === `${origin}/checkout`, `the visitor is at ${shopper.page.url()}`)
}
