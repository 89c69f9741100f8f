import { type Journey, require } from '../journey.ts'
import { purchase } from './purchase.ts'

export const AFTER_PAYMENT: Journey[] = [
  {
    name: 'withdraws from the contract',
    buys: true,
    async run(shopper, { openAnother }) {
      const shop = await openAnother()
      await purchase(shopper, shop, { provider: 'sandbox' })
      await shopper.follow('a[href$="/withdraw"]')
      await shopper.follow('form[action$="/withdraw"] button')
      await shopper.see(shopper.t('withdraw.done'))
      await shopper.follow('main a.btn')
      await shopper.see(shopper.t('order.headline.refunded'))
      require((await shop.deliver(shopper.player)) === 0, 'the game got an item that was withdrawn from')
    },
  },
]
