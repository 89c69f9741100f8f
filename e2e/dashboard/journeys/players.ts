import { readFile } from 'node:fs/promises'
import { type Journey, require } from '../journey.ts'
import type { Person } from '../person.ts'
import { addStoreWithSales } from '../store-with-sales.ts'

/** Presses a button of the dialog that is open. */
async function confirm(person: Person, name: string): Promise<void> {
  const dialog = person.page.getByRole('dialog')
  await person.click(dialog.getByRole('button', { name, exact: true }))
  await dialog.waitFor({ state: 'hidden' })
}

async function openPlayer(person: Person, storeId: string, player: string): Promise<void> {
  await person.comeBack(`/stores/${storeId}/players/${player}`)
  await person.see('player.owns')
}

export const PLAYERS: Journey[] = [
  {
    name: 'find a player by name and see what they own',
    isFrequent: true,
    async run(person, installation) {
      const { storeId, sell, play, products } = await addStoreWithSales(installation, person)
      await sell('alex-7', products.vip)
      await play('alex-7')
      await person.comeBack(`/stores/${storeId}/players`)
      await person.see('nav.players')
      await person.type(person.page.getByLabel(person.t('order.player'), { exact: true }), 'ale')
      await person.press('list.apply')
      await person.click(person.page.getByRole('link', { name: 'alex-7' }))
      await person.see('player.owns')
      await person.page
        .locator('.rows li', { hasText: 'VIP Gold' })
        .getByText(person.t('player.owned'), { exact: true })
        .waitFor()
    },
  },
  {
    name: 'ban and unban a player',
    isFrequent: true,
    async run(person, installation) {
      const { storeId, sell, products, manage } = await addStoreWithSales(installation, person)
      await sell('alex-7', products.coins)
      await openPlayer(person, storeId, 'alex-7')
      await person.click(person.page.getByRole('button', { name: `${person.t('ban.open')}…` }))
      await person.fill('ban.reason', 'Chargebacks')
      await confirm(person, person.t('ban.submit', { player: 'alex-7' }))
      await person.read('Chargebacks')
      require((await manage.getPlayer({ storeId, gameUserId: 'alex-7' })).isBanned, 'the player is not banned')
      await person.press('ban.lift')
      await person.page.getByRole('button', { name: `${person.t('ban.open')}…` }).waitFor()
      await person.press('naming.stop')
      await person.read(person.t('naming.unnamed'))
      const player = await manage.getPlayer({ storeId, gameUserId: 'alex-7' })
      require(!player.isBanned && !player.isNamed, 'the ban was not lifted, or the player is still named')
    },
  },
  {
    name: 'export and erase a player',
    async run(person, installation) {
      const { storeId, sell, products, manage } = await addStoreWithSales(installation, person)
      await sell('alex-7', products.coins)
      await openPlayer(person, storeId, 'alex-7')
      const download = person.page.waitForEvent('download')
      await person.press('export.submit')
      const saved = JSON.parse(await readFile(await (await download).path(), 'utf8')) as { gameUserId: string }
      require(saved.gameUserId === 'alex-7', 'the file is about another player')
      await person.click(person.page.getByRole('button', { name: `${person.t('erase.open')}…` }))
      await person.page.getByRole('dialog').getByText(person.t('erase.final')).waitFor()
      await confirm(person, person.t('erase.submit', { player: 'alex-7' }))
      await person.see('nav.players')
      const { items } = await manage.listPlayers({ storeId })
      require(items.every(({ gameUserId }) => gameUserId !== 'alex-7'), 'the player still has a name')
    },
  },
  {
    name: 'give something to a player',
    async run(person, installation) {
      const { storeId, game } = await addStoreWithSales(installation, person)
      await person.comeBack(`/stores/${storeId}/players`)
      await person.see('players.empty')
      await person.click(person.page.getByRole('button', { name: `${person.t('give.open')}…` }))
      const dialog = person.page.getByRole('dialog')
      await person.type(dialog.getByLabel(person.t('order.player'), { exact: true }), 'mira_k')
      await person.choose(dialog.getByLabel(person.t('order.product'), { exact: true }), 'Coins')
      await dialog.getByText('eco give').waitFor()
      await confirm(person, person.t('give.submit'))
      await person.see('order.lines')
      const { commands } = await game.poll({ online: ['mira_k'] })
      require(commands[0]?.gameUserId === 'mira_k', 'nothing was queued for the player')
    },
  },
]
