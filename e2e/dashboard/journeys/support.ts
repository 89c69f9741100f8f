import { PHONE } from '../../storefront/browser.ts'
import { type Journey, require } from '../journey.ts'
import type { Person } from '../person.ts'
import { addStoreWithSales } from '../store-with-sales.ts'

/** Presses a button of the dialog that is open. */
async function confirm(person: Person, id: string, values: Record<string, string> = {}): Promise<void> {
  const dialog = person.page.getByRole('dialog')
  await person.click(dialog.getByRole('button', { name: person.t(id, values), exact: true }))
  await dialog.waitFor({ state: 'hidden' })
}

async function openOrder(person: Person, storeId: string, orderId: string): Promise<void> {
  await person.comeBack(`/stores/${storeId}/orders/${orderId}`)
  await person.see('order.lines')
}

/** Searches as the person would: in the top bar, or through the button of a phone. */
async function search(person: Person, text: string): Promise<void> {
  const { page, t, look } = person
  if (look.width === PHONE) {
    await person.click(page.getByRole('button', { name: t('palette.label') }))
    await person.type(page.getByRole('combobox', { name: t('palette.label') }), text)
    await person.click(page.getByRole('option', { name: t('palette.searchFor', { text }) }))
  } else {
    await person.type(page.getByRole('searchbox', { name: t('search.label') }), text)
    await page.keyboard.press('Enter')
  }
  await person.see('search.title')
}

export const SUPPORT: Journey[] = [
  {
    name: 'refund one line of an order',
    isFrequent: true,
    async run(person, installation) {
      const { storeId, sell, play, products, manage } = await addStoreWithSales(installation, person)
      const orderId = await sell('alex-7', products.vip, products.coins)
      await play('alex-7')
      await openOrder(person, storeId, orderId)
      await person.check(person.page.getByRole('checkbox', { name: /VIP Gold/ }))
      await person.page.locator('.refund-lines .cmd', { hasText: 'lp user alex-7 parent remove vip' }).waitFor()
      await person.see('order.refund')
      await person.click(person.page.locator('.sum').getByRole('button', { name: /14[.,]90/ }))
      await person.page.locator('.lines .status', { hasText: person.t('order.state.refunded') }).waitFor()
      const { lines } = await manage.getCheckout({ storeId, checkoutId: orderId })
      require(lines.map(({ refundedAt }) => refundedAt !== null).join() ===
        'true,false', 'another line than the chosen one was refunded')
    },
  },
  {
    name: 'resend an order that was lost',
    isFrequent: true,
    async run(person, installation) {
      const { storeId, sell, play, products, game } = await addStoreWithSales(installation, person)
      const orderId = await sell('alex-7', products.coins)
      await play('alex-7')
      await openOrder(person, storeId, orderId)
      await person.click(person.page.getByRole('button', { name: person.t('resend.open') }))
      await person.page.getByRole('dialog').getByText('eco give alex-7 500').waitFor()
      await confirm(person, 'resend.submit')
      await person.read(person.t('timeline.resent'))
      const { commands } = await game.poll({ online: ['alex-7'] })
      require(commands.length === 1, `${commands.length} deliveries were queued again`)
    },
  },
  {
    name: 'settle an uncertain delivery',
    isFrequent: true,
    async run(person, installation) {
      const { storeId, sell, play, products, manage } = await addStoreWithSales(installation, person)
      await sell('mira_k', products.coins)
      await play('mira_k', 'in_doubt')
      await sell('sable', products.coins)
      await play('sable', 'failed')
      await person.comeBack(`/stores/${storeId}/deliveries`)
      await person.see('nav.deliveries')
      await person.read(person.t('reason.uncertain'))
      await person.click(
        person.page.getByRole('button', { name: new RegExp(`${person.t('decision.delivered')}.*mira_k`) }),
      )
      await confirm(person, 'decision.submit.delivered')
      await person.page.getByText('mira_k', { exact: true }).waitFor({ state: 'hidden' })
      await person.click(person.page.getByRole('link', { name: 'Coins' }).first())
      await person.see('delivery.facts')
      await person.read('Unknown command: eco')
      await person.click(person.page.getByRole('button', { name: person.t('decision.retry') }))
      await confirm(person, 'decision.submit.retry')
      const { items } = await manage.listDeadLetters({ storeId })
      require(items.length === 0, `${items.length} deliveries still need a decision`)
    },
  },
  {
    name: 'why has a player not received it',
    isFrequent: true,
    async run(person, installation) {
      const { storeId, sell, products } = await addStoreWithSales(installation, person)
      const orderId = await sell('alex-7', products.vip)
      await person.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await openOrder(person, storeId, orderId)
      const sentence = person.t('why.away', { titles: 'VIP Gold', player: 'alex-7', server: 'survival' })
      await person.read(sentence)
      await person.press('why.copy')
      await person.read(person.t('copied'))
      const copied = await person.page.evaluate('navigator.clipboard.readText()')
      require(copied === sentence, `copied: ${String(copied)}`)
    },
  },
  {
    name: 'find an order by its transaction',
    isFrequent: true,
    async run(person, installation) {
      const { storeId, sell, products, manage } = await addStoreWithSales(installation, person)
      const orderId = await sell('alex-7', products.vip)
      await manage.createManualSale({
        storeId,
        gameUserId: 'sable',
        items: [{ productId: products.coins }],
        reference: 'invoice-17',
      })
      await person.signIn()
      await person.read('Vale')
      await search(person, 'invoice-17')
      await person.click(person.page.getByRole('table', { name: person.t('nav.orders') }).getByRole('link'))
      await person.see('order.lines')
      await person.read('invoice-17')
      await search(person, orderId)
      await person.click(
        person.page.getByRole('table', { name: person.t('nav.orders') }).getByRole('link', { name: 'alex-7' }),
      )
      await person.see('order.lines')
      await person.click(person.page.getByRole('link', { name: person.t('nav.orders') }).first())
      await person.see('nav.orders')
    },
  },
  {
    name: 'go anywhere with the keyboard',
    async run(person, installation) {
      const { storeId, sell, products, manage } = await addStoreWithSales(installation, person)
      const orderId = await sell('alex-7', products.vip)
      const { page, t } = person
      const palette = page.getByRole('combobox', { name: t('palette.label') })
      async function goTo(text: string): Promise<void> {
        await page.keyboard.press('Control+k')
        await person.type(palette, text)
        await page.getByRole('option', { name: new RegExp(`^${text}`), selected: true }).waitFor()
        await page.keyboard.press('Enter')
      }
      await person.signIn()
      await person.see('nav.today')
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: t('products.new') }).waitFor()
      await person.see('palette.label')
      await page.keyboard.press('ArrowDown')
      await page.getByRole('option', { name: t('nav.orders'), selected: true }).waitFor()
      await page.keyboard.press('Escape')
      await palette.waitFor({ state: 'detached' })
      await goTo(t('nav.webhooks'))
      await person.see('nav.webhooks')
      await goTo(t('products.new'))
      await person.see('products.new')
      await goTo('alex-7')
      await page.waitForURL(`**/players/alex-7`)
      await goTo(orderId)
      await person.see('order.lines')
      await manage.createStore({ name: 'Second', url: 'second.example', currency: 'EUR', mode: 'test' })
      await page.reload()
      await person.see('order.lines')
      await goTo('Second')
      await page.waitForURL((url) => /stores/.test(url.pathname) && !url.pathname.includes(storeId))
    },
  },
]
