import { type Installation, type Journey, require } from '../journey.ts'
import type { Person } from '../person.ts'

type Shop = { storeId: string; sell: (player: string) => Promise<string> }

/** A store with a server and a product, and its owner on the screen Today. */
async function openShop(person: Person, { addOwner }: Installation): Promise<Shop> {
  const { storeId, manage } = await addOwner(person)
  await manage.createServer({ storeId, name: 'survival', game: 'minecraft' })
  const commands = { approve: ['lp user {player} parent add vip'] }
  const { id: productId } = await manage.createProduct({ storeId, name: 'VIP Gold', priceMinor: 1_490, commands })
  const sell = async (gameUserId: string) =>
    (await manage.createManualSale({ storeId, gameUserId, items: [{ productId }] })).id
  await person.comeBack('/')
  await person.see('nav.today')
  return { storeId, sell }
}

const OF_STORE = `where type_id('sto', store_id) = $1`

export const TODAY: Journey[] = [
  {
    name: 'see what was sold today',
    async run(person, installation) {
      const { sell } = await openShop(person, installation)
      await person.see('feed.none')
      await sell('kestrel')
      await sell('old_tom')
      await person.page.reload()
      await person.see('today.sales')
      await person.page.locator('.fig', { hasText: /29[.,]80/ }).waitFor()
      await person.click(person.page.getByRole('link', { name: person.t('period.7d'), exact: true }))
      await person.page.waitForURL(/period=7d/)
      await person.page.locator('.fig', { hasText: /29[.,]80/ }).waitFor()
      await person.click(person.page.getByRole('link', { name: person.t('period.30d'), exact: true }))
      await person.page.waitForURL(/period=30d/)
      await person.see('today.deliveries')
    },
  },
  {
    name: 'a sale appears in the live feed without a reload',
    async run(person, installation) {
      const { sell, storeId } = await openShop(person, installation)
      await person.page.locator('.status .pulse').waitFor()
      await person.page.evaluate('window.isSamePage = true')
      await sell('kestrel')
      const row = person.page.locator('.feed .row', { hasText: 'kestrel' })
      await row.getByText(person.t('feed.waitsForServer', { server: 'survival' })).waitFor()
      await installation.query(`update pending_deliveries set dispatched_at = now() ${OF_STORE}`, [storeId])
      await row.getByText(person.t('feed.running')).waitFor()
      await installation.query(`update pending_deliveries set attempts = 1, hold_reason = 'failed' ${OF_STORE}`, [
        storeId,
      ])
      await row.locator('.fail').waitFor()
      await person.press('feed.pause')
      await sell('juno')
      await person.press('feed.continue')
      await person.page.locator('.feed .row', { hasText: 'juno' }).waitFor()
      require((await person.page.evaluate('window.isSamePage')) === true, 'the page was loaded again')
      await person.see('feed.title')
    },
  },
  {
    name: 'something needs me and I find it',
    async run(person, installation) {
      const { sell, storeId } = await openShop(person, installation)
      await person.read(person.t('needs.none'))
      await sell('mira_k')
      await installation.query(
        `update pending_deliveries set dispatched_at = now(), attempts = 1, hold_reason = 'failed' ${OF_STORE}`,
        [storeId],
      )
      await installation.query(`update game_servers set last_seen_at = now() - interval '20 minutes' ${OF_STORE}`, [
        storeId,
      ])
      await person.page.reload()
      await person.read(person.t('needTitle.failed', { product: 'VIP Gold', player: 'mira_k' }))
      await person.see('needs.title')
      const silent = person.t('needs.silent', { server: 'survival', time: '20 min' })
      await person.read(silent)
      await person.click(person.page.getByRole('link', { name: `${person.t('needs.checkServer')}: ${silent}` }))
      await person.page.waitForURL(new RegExp(`/stores/${storeId}/servers`))
      await person.see('nav.servers')
    },
  },
]
