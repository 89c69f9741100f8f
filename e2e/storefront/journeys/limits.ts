import type { Response } from 'playwright-core'
import { type Journey, require } from '../journey.ts'
import type { Shopper } from '../shopper.ts'
import type { Shop } from '../stores.ts'
import { deliverTo, seeDelivery, seePaidOrder } from './purchase.ts'

/** After this many payments that a player started in a short time, a challenge has to be solved. A slow machine needs some more. */
const STARTED = 5
const MAX_STARTED = 15
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
      await startPaymentsUntilAsked(shopper, shop)
      if (shopper.hasScript) {
        await page.locator('button[value=pay]').waitFor()
      } else {
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

async function startPaymentsUntilAsked(shopper: Shopper, shop: Shop): Promise<void> {
  const { page } = shopper
  const isAnswer = (each: Response) => each.url() === `${shop.origin}/checkout` && each.request().method() === 'POST'
  for (let started = 0; started < MAX_STARTED; started++) {
    await fillForm(shopper, shop, started)
    const [answer] = await Promise.all([
      page.waitForResponse(isAnswer),
      page.locator('button[name=provider]').click({ noWaitAfter: true }),
    ])
    if (answer.status() === 422) {
      require(started >= STARTED, `a challenge was asked for after ${started} payments`)
      return
    }
    await page.waitForURL(/\/pay\//)
  }
  throw new Error(`no challenge was asked for after ${MAX_STARTED} payments`)
}

/** Another e-mail address is another payment. */
async function fillForm({ page, open, player }: Shopper, { origin }: Shop, number: number): Promise<void> {
  await open(`${origin}/checkout`)
  await page.fill('#email', `${player}.${number}@mail.example`)
  await page.check('input[name=consent]')
}

async function seeWait({ page, see, t }: Shopper): Promise<void> {
  await see(t('checkout.challenge').split('{wait}')[0] ?? '')
  require((await page.locator('input[name=altcha]').count()) === 1, 'the form contains no challenge')
}
