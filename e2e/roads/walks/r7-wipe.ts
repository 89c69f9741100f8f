import { require, type Road, stop } from '../road.ts'
import { addGoods, buy, explanationOf, findOrder, refundLine, signInAsOwner, timesRan } from './staff.ts'

/** The world of the game is emptied, and everybody gets back what they own. */
export const R7: Road = {
  name: 'R7',
  title: 'everybody gets their ranks back after a wipe',
  budget: { clicks: 26, fields: 11 },
  async run(mira, world) {
    const { step, game, addPerson } = world
    await addGoods(world)
    const nyx = await addPerson({ player: 'Nyx' })
    await step('two players buy, and have it in the game', async () => {
      for (const player of [mira, nyx]) {
        game.join(player.player)
        await buy(player, world, 'knight', 'crate')
        await player.shop.see(player.shop.t('order.headline.delivered'))
      }
    })
    const owner = await signInAsOwner(world)
    const { page, t } = owner
    await step('one of them gets the money for the crate back', async () => {
      await findOrder(owner, nyx.player)
      await refundLine(owner, 'Crate')
    })
    await findOrder(owner, mira.player)
    const arrived = await explanationOf(owner)

    await step('the owner counts what is owed after the wipe, and sends it', async () => {
      game.wipe()
      await owner.open(`/stores/${world.store.storeId}/redelivery`)
      await owner.see('redelivery.plan')
      await owner.press('redelivery.countFirst')
      await page.locator('.redelivery-sum', { hasText: '2' }).waitFor()
      await page.getByText(t('redelivery.outcome.refunded'), { exact: true }).waitFor()
      await owner.click(page.locator('.panel-foot .btn-primary'))
      await owner.see('redelivery.one')
      await owner.read(t('redelivery.state.done'))
    })
    await step('everybody has back what they own, and nothing else', async () => {
      for (const { player } of [mira, nyx]) game.join(player)
      const owed = [`rank add Mira knight`, `crate give Mira`, `rank add Nyx knight`]
      for (const command of owed) while (timesRan(world, command) < 2) await page.waitForTimeout(200)
      for (const command of owed) require(timesRan(world, command) === 2, `"${command}" ran too often`)
      require(timesRan(world, 'crate give Nyx') === 1, 'what was refunded came back')
    })
    await stop(owner, 42, 'the time of a delivery in the past stays what it was', async () => {
      await findOrder(owner, mira.player)
      const now = await explanationOf(owner)
      require(now === arrived, `"${arrived}" is now "${now}"`)
    })
  },
}
