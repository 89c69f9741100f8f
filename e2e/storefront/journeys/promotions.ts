import { type Journey, require } from '../journey.ts'
import type { Shopper } from '../shopper.ts'
import { seePaidOrder } from './purchase.ts'

const HOUR_MS = 3_600_000

/** Lower prices, codes and gift cards: what the buyer sees is what they pay. */
export const PROMOTIONS: Journey[] = [
  {
    name: 'buys in a sale, with the same price on every page',
    buys: true,
    async run(shopper, { openAnother }) {
      const shop = await openAnother()
      const { origin, storeId, manage } = shop
      const { page, hasScript } = shopper
      const endsAt = new Date(Date.now() + 20 * HOUR_MS).toISOString().slice(0, 16)
      await manage.createSale({ storeId, name: 'Harvest sale', discount: { basisPoints: 2_000 }, endsAt })
      await shopper.openUntil(`${origin}/`, 'Harvest sale')
      for (const path of ['/', '/c/ranks', '/search?q=vip', '/p/vip']) {
        await shopper.open(origin + path)
        await seeLowered(shopper, '15.92', '19.90')
      }
      const end = page.locator('[data-countdown]').first()
      await end.locator('time').waitFor()
      if (hasScript) await end.getByText(/\d\d:\d\d:\d\d$/).waitFor()
      await shopper.follow('.buy button[name=product]')
      await seeLowered(shopper, '15.92', '19.90')
      await shopper.enterName(shopper.player)
      await shopper.fillCheckout()
      await seeLowered(shopper, '15.92', '19.90')
      await seeTotal(shopper, '15.92')
      await shopper.follow('button[name=provider]')
      await page.getByText(amount('15.92')).first().waitFor()
      await shopper.confirmPayment()
      await seePaidOrder(shopper, shop)
      await seeRow(shopper, 'Harvest sale', '3.98')
      await seeTotal(shopper, '15.92')
    },
  },
  {
    name: 'types a wrong coupon, one with a minimum, removes it and buys with it',
    buys: true,
    async run(shopper, { openAnother }) {
      const { origin, storeId, manage } = await openAnother()
      const { page, t } = shopper
      await manage.createCoupon({
        storeId,
        code: 'SUMMER10',
        discount: { basisPoints: 1_000 },
        minimumMinor: 1_500,
        maxUses: 5,
      })
      await shopper.addToBasket(`${origin}/p/single`)
      await shopper.enterName(shopper.player)
      await useCode(shopper, 'WINTER')
      await shopper.see(t('fault.code_unknown', { code: 'WINTER' }))
      require((await page.inputValue('#promotion')) === 'WINTER', 'the field does not keep the wrong code')
      await useCode(shopper, 'summer10')
      await shopper.see(t('fault.code_minimum', { code: 'SUMMER10' }))
      await seeTotal(shopper, '9.90')
      await shopper.addToBasket(`${origin}/p/vip`)
      await seeRow(shopper, t('discount.code', { name: 'SUMMER10' }), '2.98')
      await seeTotal(shopper, '26.82')
      await shopper.follow('.sum .remove button')
      await seeTotal(shopper, '29.80')
      await useCode(shopper, ' Summer10 ')
      await shopper.payWith('sandbox')
      await shopper.confirmPayment()
      await shopper.see(t('order.headline.paid', { count: 0, total: 2 }))
      await seeRow(shopper, t('discount.code', { name: 'SUMMER10' }), '2.98')
      await seeTotal(shopper, '26.82')
      const [coupon] = (await manage.listCoupons({ storeId })).items
      require(coupon?.uses === 1, `the coupon was used ${coupon?.uses} times`)
    },
  },
  {
    name: 'supports a creator with their code',
    buys: true,
    async run(shopper, { openAnother }) {
      const shop = await openAnother()
      const { origin, storeId, manage } = shop
      await manage.createCreator({
        storeId,
        name: 'Ana Plays',
        code: 'ANA',
        discount: { basisPoints: 500 },
        shareBasisPoints: 1_000,
      })
      await shopper.addToBasket(`${origin}/p/vip`)
      await useCode(shopper, 'ana')
      await shopper.enterName(shopper.player)
      const [, cents = ''] = /18[.,](9\d)/.exec(await shopper.page.innerText('.sum .total dd')) ?? []
      require(cents !== '', 'the code does not lower the total by 5 %')
      await shopper.payWith('sandbox')
      await shopper.confirmPayment()
      await seePaidOrder(shopper, shop)
      await seeTotal(shopper, `18.${cents}`)
      const [creator] = (await manage.listCreators({ storeId })).items
      require(creator?.earnedMinor === 189, `the creator earned ${creator?.earnedMinor}`)
    },
  },
  {
    name: 'buys a gift card, and pays with it for a whole basket and for a part of one',
    buys: true,
    async run(shopper, { openAnother }) {
      const shop = await openAnother()
      const { origin, storeId, manage, addProduct } = shop
      const { page, t } = shopper
      await addProduct({
        name: 'Gift card',
        slug: 'card',
        summary: 'For a friend',
        priceMinor: 3_000,
        isGiftCard: true,
        commands: { approve: [] },
      })
      await shopper.openUntil(`${origin}/p/card`, 'Gift card')
      await shopper.follow('.buy button[name=product]')
      await shopper.enterName(shopper.player)
      await shopper.payWith('sandbox')
      await shopper.confirmPayment()
      await shopper.see(t('order.headline.cards', { count: 1 }))
      await shopper.follow('#cards button')
      const code = await page.locator('.gift-code').innerText()
      const name = `…${code.slice(-4)}`

      await shopper.addToBasket(`${origin}/p/vip`)
      await useCode(shopper, 'GIFT-0000-0000-0000-0000')
      await shopper.see(t('fault.code_unknown', { code: 'GIFT-0000-0000-0000-0000' }))
      await useCode(shopper, code.toLowerCase())
      await seeRow(shopper, t('discount.gift_card', { name }), '19.90')
      await shopper.enterName(shopper.player)
      await seeTotal(shopper, '0.00')
      await shopper.fillCheckout()
      require((await page.locator('button[value=sandbox]').count()) === 0, 'a basket of 0 can be paid at a provider')
      await shopper.follow('button[name=provider][value=none]')
      await seePaidOrder(shopper, shop)
      await seeRow(shopper, t('discount.gift_card', { name }), '19.90')

      await shopper.addToBasket(`${origin}/p/vip`)
      await useCode(shopper, code)
      await seeTotal(shopper, '9.80')
      await shopper.follow('.sum .remove button')
      await seeTotal(shopper, '19.90')
      await useCode(shopper, code)
      await shopper.enterName(shopper.player)
      await shopper.payWith('sandbox')
      await page.getByText(amount('9.80')).first().waitFor()
      await shopper.confirmPayment()
      await seePaidOrder(shopper, shop)
      await seeTotal(shopper, '9.80')
      const [card] = (await manage.listGiftCards({ storeId })).items
      require(card?.balanceMinor === 0, `${card?.balanceMinor} is left on the card`)

      await shopper.addToBasket(`${origin}/p/single`)
      await useCode(shopper, code)
      await shopper.see(t('fault.gift_card_used_up', { code: name }))
    },
  },
]

/** Opens the field for codes if it is closed, and sends a code. */
async function useCode({ page, follow }: Shopper, code: string): Promise<void> {
  if (!(await page.locator('#promotion').isVisible())) await page.click('#codes > summary')
  await page.fill('#promotion', code)
  await follow('button[value=apply_code]')
}

/** `15.92` with the mark of any language. */
function amount(text: string): RegExp {
  return new RegExp(`(^|\\D)${text.replace('.', '[.,]')}(\\D|$)`)
}

async function seeLowered({ page }: Shopper, now: string, before: string): Promise<void> {
  await page
    .locator('main ins')
    .filter({ hasText: amount(now) })
    .first()
    .waitFor()
  await page
    .locator('main s')
    .filter({ hasText: amount(before) })
    .first()
    .waitFor()
}

export async function seeTotal({ page }: Shopper, text: string): Promise<void> {
  await page
    .locator('.sum .total dd')
    .filter({ hasText: amount(text) })
    .first()
    .waitFor()
}

/** A row of the summary: what lowers the total, and by how much. */
export async function seeRow({ page }: Shopper, name: string, text: string): Promise<void> {
  const row = page.locator('.sum div').filter({ hasText: name })
  await row
    .filter({ hasText: amount(text) })
    .first()
    .waitFor()
}
