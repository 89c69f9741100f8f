import { require, type Road, stop } from '../road.ts'
import { addGoods, answer, buy, explanationOf, findOrder, refundLine, signInAsOwner, timesRan } from './staff.ts'

/** "I did not get it": a buyer asks, and the owner helps until every figure is right again. */
export const R5: Road = {
  name: 'R5',
  title: '"I did not get it"',
  budget: { clicks: 20, fields: 9 },
  async run(buyer, world) {
    const { step, game, store } = world
    const { player } = buyer
    await addGoods(world)
    await step('buys two items and is not in the game', () => buy(buyer, world, 'knight', 'crate'))

    const owner = await signInAsOwner(world)
    const { page, t } = owner
    await step('the owner finds the order by the name and says why it waits', async () => {
      await findOrder(owner, player)
      const why = await explanationOf(owner)
      require(why.includes('Knight') && why.includes('Crate') && why.includes(player), `the explanation is "${why}"`)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await owner.press('why.copy')
      await owner.read(t('copied'))
    })
    await step('the buyer joins and gets both', async () => {
      game.join(player)
      await buyer.shop.see(buyer.shop.t('order.headline.delivered'))
    })
    await step('the game lost them, and the owner sends them again', async () => {
      await page.reload()
      await owner.click(page.getByRole('button', { name: `${t('resend.open')}…` }))
      await page.getByRole('dialog').getByText(`rank add ${player} knight`).waitFor()
      await answer(owner, 'resend.submit')
      await owner.read(t('timeline.resent'))
      await waitUntilRan(2)
    })
    await step('the buyer wants one of them back in money', async () => {
      await refundLine(owner, 'Crate')
      await owner.read(t('order.refundedSum', { amount: '' }).trim())
    })
    require(timesRan(world, `rank remove ${player} knight`) === 0, 'the other item was taken, too')

    await stop(owner, 42, 'what an owner gives for free is no revenue, and a note on it says why', async () => {
      // In another store, so that the books of this one stay right.
      const { manage } = store
      const { id: storeId } = await manage.createStore({
        name: 'Other',
        url: 'other.example',
        currency: 'BRL',
        mode: 'live',
      })
      await manage.createServer({ storeId, name: 'lobby' })
      await manage.createProduct({ storeId, name: 'Key', priceMinor: 990, commands: { approve: ['key {userId}'] } })
      await owner.open(`/stores/${storeId}/players`)
      await owner.see('nav.players')
      await owner.click(page.getByRole('button', { name: `${t('give.open')}…` }).first())
      const dialog = page.getByRole('dialog')
      await owner.type(dialog.getByLabel(t('order.player'), { exact: true }), player)
      await owner.choose(dialog.getByLabel(t('order.product'), { exact: true }), 'Key')
      await answer(owner, 'give.submit')
      await owner.see('order.lines')
      const { totals } = await manage.getPlayer({ storeId, gameUserId: player })
      require(totals.every(({ paidMinor }) => paidMinor === 0), 'a gift counts as paid')
    })

    async function waitUntilRan(times: number): Promise<void> {
      for (const command of [`rank add ${player} knight`, `crate give ${player}`])
        while (timesRan(world, command) < times) await page.waitForTimeout(200)
    }
  },
}
