import { parseId, type StoreId } from '../../../server/src/ids.ts'
import { sandboxCredentials } from '../../../server/src/payments/sandbox/sandbox-credentials.ts'
import { confirm } from '../dialog.ts'
import { type Journey, require } from '../journey.ts'
import type { Person } from '../person.ts'
import { addStoreWithSales, type StoreWithSales } from '../store-with-sales.ts'

const MONTHS = 3

/** Buyers who have paid for some months with play money: `nyx` still does, `vex` has stopped. */
async function addSubscribers({ storeId, manage }: StoreWithSales, { page }: Person): Promise<void> {
  const credentials = sandboxCredentials(parseId<StoreId>('sto', storeId) as StoreId)
  await manage.connectPaymentProvider({ storeId, provider: 'sandbox', credentials })
  const { id: productId } = await manage.createProduct({
    storeId,
    name: 'Patron',
    priceMinor: 990,
    billingPeriod: 'P1M',
    commands: { approve: ['lp user {userId} parent add patron'], expire: ['lp user {userId} parent remove patron'] },
  })
  for (const [gameUserId, action] of [
    ['nyx', 'pay'],
    ['vex', 'pay-and-fail-renewals'],
  ] as const) {
    const items = [{ productId }]
    const order = { storeId, gameUserId, items, provider: 'sandbox', reference: gameUserId } as const
    const { paymentPageUrl } = await manage.openCheckout(order)
    await page.goto(paymentPageUrl ?? '')
    await Promise.all([page.waitForEvent('load'), page.locator(`button[value=${action}]`).click()])
  }
  for (let month = 0; month < MONTHS; month++) await manage.advanceClock({ storeId, seconds: 31 * 86_400 })
}

export const SUBSCRIPTIONS: Journey[] = [
  {
    name: 'find a subscription, read its payments and cancel it',
    async run(person, installation) {
      const { page, t } = person
      const store = await addStoreWithSales(installation, person)
      const { storeId, manage } = store
      await person.comeBack(`/stores/${storeId}/subscriptions`)
      await person.read(t('subscriptions.noneWhy'))
      await person.see('nav.subscriptions')
      await addSubscribers(store, person)

      await person.open(`/stores/${storeId}/subscriptions`)
      await page.getByRole('cell', { name: 'vex' }).waitFor()
      await person.inspect()
      await person.open(`/stores/${storeId}/subscriptions?state=active`)
      await page.getByRole('cell', { name: 'nyx' }).waitFor()
      require((await page.getByRole('cell', { name: 'vex' }).count()) === 0, 'the list shows an ended subscription')
      await person.open(`/stores/${storeId}/subscriptions?find=ny`)
      await person.click(page.getByRole('link', { name: 'nyx' }).first())
      await page.getByRole('heading', { name: t('subscription.title', { product: 'Patron', player: 'nyx' }) }).waitFor()
      await person.read(t('subscription.event.started', { amount: '' }).trim().split(':')[0] ?? '')
      await person.inspect()

      await confirm(person, { open: 'subscription.cancel', submit: 'subscription.cancelSubmit' })
      await person.read(t('subscription.state.cancelling'))
      await person.read(t('subscription.event.cancelled.staff'))
      await person.inspect()
      const { items } = await manage.listSubscriptions({ storeId, gameUserId: 'nyx' })
      require(items[0]?.state === 'cancelling', `the subscription is ${items[0]?.state}`)

      // Its newest payment is a renewal, and leads back.
      const { orders } = await manage.getSubscription({ storeId, subscriptionId: items[0]?.id ?? '' })
      await person.open(`/stores/${storeId}/orders/${orders[0]?.checkoutId}`)
      await person.follow('order.renewsSubscription')
      await page.getByRole('heading', { name: t('subscription.title', { product: 'Patron', player: 'nyx' }) }).waitFor()
      await person.open(`/stores/${storeId}/players/nyx`)
      await page.getByRole('heading', { name: t('nav.subscriptions') }).waitFor()
      await person.inspect()
    },
  },
  {
    name: 'give subscribers more time to pay',
    async run(person, installation) {
      const { t } = person
      const { storeId, manage } = await addStoreWithSales(installation, person)
      await person.comeBack(`/stores/${storeId}/settings`)
      await person.see('nav.settings')
      await person.fill('storeSettings.graceDays', '7')
      await person.press('save')
      await person.read(t('storeSettings.saved'))
      const { graceDays } = await manage.getStore({ storeId })
      require(graceDays === 7, `the grace period is ${graceDays} days`)
    },
  },
]
