import { type Journey, require } from '../journey.ts'
import type { Shopper } from '../shopper.ts'
import type { Shop } from '../stores.ts'
import { deliverTo, seeDelivery, seePaidOrder } from './purchase.ts'

/** From this many started payments of a player on, a challenge has to be solved. */
const STARTED = 5
const WAIT_MS = 31_000

/** Buyers who reach a limit. */
export const LIMITS: Journey[] = [
  {
    name: 'buys after a challenge, because many payments were started',
    buys: true,
    async run(shopper, { openAnother }) {
      const shop = await openAnother()
      const { page } = shopper
      await shopper.addToBasket(`${shop.origin}/p/vip`)
      await shopper.enterName(shopper.player)
      for (let i = 0; i < STARTED; i++) await startPayment(shopper, shop, i)
      const asked = page.waitForResponse((each) => each.url() === `${shop.origin}/checkout` && each.status() === 422)
      if (shopper.hasScript) {
        await fillForm(shopper, shop, STARTED)
        await page.locator('button[name=provider]').click({ noWaitAfter: true })
        await asked
        await page.locator('button[value=pay]').waitFor()
      } else {
        await startPayment(shopper, shop, STARTED)
        await asked
        await seeWait(shopper)
        await shopper.follow('button[name=provider]')
        await seeWait(shopper)
        await page.waitForTimeout(WAIT_MS)
        await shopper.follow('button[name=provider]')
      }
      await shopper.confirmPayment()
      await seePaidOrder(shopper, shop)
      await seeDelivery(shopper, deliverTo(shop, shopper.player))
    },
  },
]

/** Another e-mail address is another payment. */
async function startPayment(shopper: Shopper, shop: Shop, number: number): Promise<void> {
  await fillForm(shopper, shop, number)
  await shopper.follow('button[name=provider]')
}

async function fillForm({ page, open, player }: Shopper, { origin }: Shop, number: number): Promise<void> {
  await open(`${origin}/checkout`)
  await page.fill('#email', `${player}.${number}@mail.example`)
  await page.check('input[name=consent]')
}

async function seeWait({ page, see, t }: Shopper): Promise<void> {
  await see(t('checkout.challenge').split('{wait}')[0] ?? '')
  require((await page.locator('input[name=altcha]').count()) === 1, 'the form contains no challenge')
}
