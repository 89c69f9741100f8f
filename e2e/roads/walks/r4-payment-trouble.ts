import { type Road, require } from '../road.ts'

export const R4: Road = {
  name: 'R4',
  title: 'payment trouble: pays once and gets everything once',
  budget: { clicks: 25, fields: 4 },
  async run(person, { step, store, game, providers }) {
    const { shop, page, player } = person
    const { origin, storeId, manage, addProduct } = store
    const { t, see, follow } = shop
    const input = {
      slug: 'relic',
      name: 'Relic',
      priceMinor: 1_500,
      stock: 2,
      commands: { approve: ['relic {userId}'] },
    }
    const productId = await addProduct(input)
    await shop.openUntil(`${origin}/p/relic`, 'Relic')
    const payments = () => providers.stripe.listPayments().length + providers.paypal.listPayments().length
    const before = payments()

    await step('the price and the stock change while the form is filled in, and nothing is paid', async () => {
      await follow('.buy button[name=product]')
      await follow('button[name=set]:not([value$=" 0"])')
      await person.type(page.locator('#name'), player)
      await shop.fillCheckout()
      await manage.updateProduct({ storeId, productId, priceMinor: 1_700, stock: 1 }, { ifMatch: '*' })
      await follow('button[name=provider][value=stripe]')
      await see(t('fault.too_few_left', { name: 'Relic', count: 1 }))
      await follow('.back-link')
      await follow('.line-tools button[name=set]:not([disabled])')
    })
    const unpaid = await step('the card is declined, and the way back leads to the unpaid order', async () => {
      await shop.fillCheckout()
      await follow('button[name=provider][value=stripe]')
      const address = page.url()
      await follow('button[name=decline]')
      await follow('a')
      require(page.url().startsWith(`${origin}/o/`), `the buyer who cancels is at ${page.url()}`)
      await see(t('order.notice.cancelled'))
      return address
    })
    await step('the tab is closed, and the basket still has the last piece', async () => {
      await page.goto('about:blank')
      await shop.open(`${origin}/basket`)
      await see('Relic')
      require((await page.locator('.line-fault').count()) === 0, 'the last piece looks sold out to its buyer')
      await shop.fillCheckout()
      await follow('button[name=provider][value=stripe]')
      require(page.url() === unpaid, 'the same order has a second payment page')
    })
    await step('goes back in the browser, cancels, pays another way, and gets it once', async () => {
      await page.goBack()
      await page.goForward()
      await follow('a')
      await follow('form.pay button[value=paypal]')
      await shop.confirmPayment()
      game.join(player)
      await see(t('order.headline.delivered'))
      require(payments() - before === 1, `the buyer has paid ${payments() - before} times`)
      const ran = game.log.map(({ command }) => command)
      require(ran.filter((command) => command === `relic ${player}`).length === 1, `the game ran ${ran.join()}`)
    })
    await step('the page of the order that was replaced takes no money', async () => {
      await page.goto(unpaid)
      await page.locator('button').first().click()
      await page.getByText('The page is expired').waitFor()
      require(payments() - before === 1, 'the buyer has paid twice')
    })
  },
}
