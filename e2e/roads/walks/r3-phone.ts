import { type Road, require } from '../road.ts'

const FRIEND = 'Alex_Teen'

export const R3: Road = {
  name: 'R3',
  title: 'buying on a phone: two items as a gift for a friend, one of them withdrawn',
  budget: { clicks: 22, fields: 6 },
  async run(person, { step, store, game }) {
    const { shop, page } = person
    const { origin, storeId, manage, addProduct } = store
    const { t, see, follow } = shop
    await addProduct({ slug: 'castle', name: 'Castle', priceMinor: 3_010, commands: { approve: ['castle {userId}'] } })
    // It goes to a server that is not there yet, so that it can be withdrawn from.
    const { id: arena } = await manage.createServer({ storeId, name: 'Arena' })
    await addProduct({
      slug: 'dragon',
      name: 'Dragon',
      priceMinor: 2_000,
      serverIds: [arena],
      commands: { approve: ['dragon {userId}'] },
    })
    await manage.createCoupon({ storeId, code: 'TENTH', discount: { basisPoints: 1_000 } })
    await shop.openUntil(`${origin}/search?q=dragon`, 'Dragon')

    await step('finds two items and puts them into the basket', async () => {
      await shop.open(origin)
      await follow('.dock a[href="/search"]')
      await person.type(page.locator('#q'), 'castle')
      await follow('.search button')
      await follow('a[href="/p/castle"]')
      await follow('.buy button[name=product]')
      await follow('.dock a[href="/search"]')
      await person.type(page.locator('#q'), 'dragon')
      await follow('.search button')
      await follow('button[name=product][value=dragon]')
    })
    await step('types a friend and a coupon, presses only "continue", and reads both on the next page', async () => {
      await person.type(page.locator('#name'), person.player)
      await person.check(page.locator('input[name=gift]'))
      await person.type(page.locator('#to'), FRIEND)
      await person.click(page.locator('#codes > summary'))
      await person.type(page.locator('#promotion'), 'tenth')
      await follow('button[value=continue]')
      await see(t('discount.code', { name: 'TENTH' }))
      const button = await page.locator('.pay button').first().innerText()
      require(button.includes(FRIEND), `the button "${button}" does not say who gets the items`)
      require(/45[.,]09/.test(button), `the button "${button}" does not ask for 45.09`)
    })
    await step('pays, and watches the first item arrive when the friend comes', async () => {
      await person.type(page.locator('#email'), 'mira@mail.example')
      await person.check(page.locator('input[name=consent]'))
      await follow('button[name=provider][value=stripe]')
      await shop.confirmPayment()
      await see(t('order.headline.paid', { count: 0, total: 2 }))
      game.join(FRIEND)
      await see(t('order.headline.paid', { count: 1, total: 2 }))
      require((await page.innerText('.order-for')).includes(FRIEND), 'the order page does not name the friend')
      await see(t('order.badge.waiting_for_server'))
    })
    await step('withdraws the other item', async () => {
      await follow('a[href$="/withdraw"]')
      await follow('form[action$="/withdraw"] button')
      await see(t('withdraw.done'))
      await follow('main a.btn')
      await see(t('order.badge.refunded'))
    })
    const ran = game.log.map(({ command }) => command).join()
    require(ran === `castle ${FRIEND}`, `the game ran ${ran}`)
    const { items } = await manage.listDeliveries({ storeId })
    require(items.every(({ state }) => state === 'processed' || state === 'cancelled'), 'something still waits')
  },
}
