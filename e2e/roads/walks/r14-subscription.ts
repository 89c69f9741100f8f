import { waitUntil } from '../../kit/wait-until.ts'
import type { Person } from '../person.ts'
import { require, type Road } from '../road.ts'
import type { World } from '../world.ts'

const HOUR_MS = 3_600_000
const TIMEOUT_MS = 60_000
const FIRST_PRICE = 1_490
const NEXT_PRICE = 1_990

/** A year of a subscription, of its buyer and of the owner who changes the price meanwhile. */
export const R14: Road = {
  name: 'R14',
  title: 'a year of a subscription',
  budget: { clicks: 35, fields: 12 },
  mode: 'test',
  async run(buyer, world) {
    const { store, game, providers, step, addPerson } = world
    const { subscriptions } = providers.stripe
    const { shop } = buyer
    const productId = await store.addProduct({
      slug: 'patron',
      name: 'Patron',
      priceMinor: FIRST_PRICE,
      billingPeriod: 'P1M',
      commands: { approve: ['patron add {userId}'], expire: ['patron remove {userId}'] },
    })
    game.join(buyer.player)
    const ran = (command: string) => game.log.filter((each) => each.command === command).length
    const orderUrl = () => buyer.page.url().replace(/\/(receipt|cancel).*/, '')

    const clock = openClock(world)

    const page = await step('subscribes', async () => {
      const ref = await subscribe(buyer, world)
      await shop.see(shop.t('order.headline.delivered'))
      await shop.see(shop.t('subscription.state.active'))
      return ref
    })
    await step('eleven months are paid, one of them at the second attempt', async () => {
      for (let month = 2; month <= 11; month++) {
        await clock.passMonth(buyer.player)
        if (month === 6) {
          await subscriptions.charge(page, 'failed')
          await shop.openUntil(orderUrl(), shop.t('subscription.state.past_due'))
        }
        await clock.renew(page, buyer.player)
      }
    })
    await shop.openUntil(orderUrl(), shop.t('subscription.state.active'))
    require(ran(`patron add ${buyer.player}`) === 1, 'a renewal gave the item again')

    const owner = await addPerson({ player: 'Owner', ...world.owner })
    await step('the owner raises the price, and who subscribed before keeps theirs', async () => {
      await owner.signIn()
      await owner.see('nav.today')
      await owner.open(`/stores/${store.storeId}/products/${productId}`)
      await owner.fill('product.price', String(NEXT_PRICE / 100))
      await owner.press('product.save')
      await owner.read(owner.t('product.saved'))
      await clock.passMonth(buyer.player)
      await clock.renew(page, buyer.player)
    })
    const paid = () => providers.stripe.listPayments().filter(({ paidMinor }) => paidMinor === FIRST_PRICE).length
    require(paid() === 12, `${paid()} months were paid at the first price`)

    await step('the buyer cancels, and nothing more is charged', async () => {
      await shop.open(orderUrl())
      await shop.follow('a[href$="/cancel"]')
      await shop.see(shop.t('cancel.no_charge'))
      await shop.follow('form[action$="/cancel"] button')
      await shop.follow('main a.btn')
      await shop.see(shop.t('subscription.state.cancelling'))
      const isStopped = () => !subscriptions.stateOf(page).isRunning
      require(await waitUntil(isStopped, { timeoutMs: TIMEOUT_MS }), 'the provider goes on after a cancellation')
      await subscriptions.charge(page)
      require(paid() === 12, 'a cancelled subscription was charged')
    })
    await step('the owner refunds the newest month, and the item is taken', async () => {
      await owner.open(`/stores/${store.storeId}/subscriptions`)
      await owner.click(owner.page.getByRole('link', { name: buyer.player }).first())
      const failed = owner.t('subscription.event.failed', { amount: '.*' })
      await owner.page.getByText(new RegExp(failed)).first().waitFor()
      await owner.click(owner.page.locator('main a[href*="/orders/"]').first())
      await owner.see('order.lines')
      await owner.check(owner.page.getByRole('checkbox', { name: /Patron/ }))
      await owner.click(owner.page.locator('.sum').getByRole('button', { name: /14[.,]90/ }))
      await owner.page.locator('.lines .status', { hasText: owner.t('order.state.refunded') }).waitFor()
    })

    const friend = await addPerson({ player: 'Nyx' })
    game.join(friend.player)
    const before = providers.stripe.listPayments().length
    await step('a friend subscribes with a coupon', async () => {
      await store.manage.createCoupon({ storeId: store.storeId, code: 'FIRST', discount: { basisPoints: 5_000 } })
      const ref = await subscribe(friend, world, 'FIRST')
      await friend.shop.see(friend.shop.t('order.headline.delivered'))
      await clock.passMonth(friend.player)
      await clock.renew(ref, friend.player)
    })
    const [first, renewal] = providers.stripe.listPayments().slice(before)
    require(first?.paidMinor === NEXT_PRICE / 2, `the coupon left ${first?.paidMinor} of the price`)
    require(renewal?.paidMinor === NEXT_PRICE, `a renewal after the coupon costs ${renewal?.paidMinor}`)
  },
}

/** Moves the clock of the store to the end of the paid month, and waits until the next one is booked. */
function openClock({ store: { manage, storeId }, providers }: World) {
  let aheadMs = 0
  async function paidUntil(gameUserId: string): Promise<number> {
    const { items } = await manage.listSubscriptions({ storeId, gameUserId })
    return Date.parse(items[0]?.paidUntil ?? '')
  }
  return {
    async passMonth(gameUserId: string): Promise<void> {
      const passMs = (await paidUntil(gameUserId)) + HOUR_MS - Date.now() - aheadMs
      await manage.advanceClock({ storeId, seconds: Math.ceil(passMs / 1_000) })
      aheadMs += passMs
    },
    async renew(page: string, gameUserId: string): Promise<void> {
      const before = await paidUntil(gameUserId)
      await providers.stripe.subscriptions.charge(page)
      const isBooked = async () => (await paidUntil(gameUserId)) > before
      require(await waitUntil(isBooked, { timeoutMs: TIMEOUT_MS, intervalMs: 200 }), 'a renewal was not booked')
    },
  }
}

/** Buys a month of Patron with a card. Returns the payment page, as the provider knows it. */
async function subscribe(
  { shop, page, player, ...person }: Person,
  { store, owner }: World,
  code?: string,
): Promise<string> {
  await shop.addToBasket(`${store.origin}/p/patron`)
  if (code !== undefined) {
    await person.click(page.locator('#codes summary'))
    await person.type(page.locator('#promotion'), code)
    await shop.follow('#codes button')
  }
  await shop.enterName(player)
  // A test store sends e-mails to its members only.
  await shop.fillCheckout(owner.email)
  await person.check(page.locator('input[name=renewal_consent]'))
  await shop.follow('button[name=provider][value=stripe]')
  const ref = /\/c\/pay\/(\w+)/.exec(page.url())?.[1] ?? ''
  await shop.confirmPayment()
  return ref
}
