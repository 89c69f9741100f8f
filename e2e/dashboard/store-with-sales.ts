import { createDeliveryClient, type DeliveryClient, type ManageClient } from '@quartermaster/sdk'
import type { Installation } from './journey.ts'
import type { Person } from './person.ts'
import { DOMAIN } from '../storefront/internet.ts'

export type StoreWithSales = {
  storeId: string
  /** The API as the person. */
  manage: ManageClient
  /** The client of the game server `survival`, which has called. */
  game: DeliveryClient
  /** `vip` ends after 30 days and is revoked by a refund; `coins` cannot be revoked. Both need the player online. */
  products: { vip: string; coins: string }
  /** Records a sale by hand. Returns the id of the order. */
  sell: (player: string, ...productIds: string[]) => Promise<string>
  /** The player is in the game: all their deliveries run, or end in another way. */
  play: (player: string, outcome?: 'done' | 'failed' | 'in_doubt') => Promise<void>
}

let opened = 0

/** Opens pages of a store as a buyer, until they show a text: pages show a change within seconds. */
export async function openAsBuyer(
  { page, inspect }: Person,
  { manage, storeId }: Pick<StoreWithSales, 'manage' | 'storeId'>,
) {
  const label = `shop${++opened}`
  await manage.chooseLabel({ storeId, label })
  return async (path: string, text: string | RegExp): Promise<void> => {
    for (const end = Date.now() + TIMEOUT_MS; Date.now() < end;) {
      await page.goto(`https://${label}.${DOMAIN}${path}`)
      if ((await page.getByText(text).count()) > 0) return inspect()
      await page.waitForTimeout(200)
    }
    throw new Error(`${path} of the store does not show "${text}"`)
  }
}

const TIMEOUT_MS = 60_000

/** A store of the person that sells two products, with a connected game server. */
export async function addStoreWithSales(installation: Installation, person: Person): Promise<StoreWithSales> {
  const { storeId, manage } = await installation.addOwner(person)
  const { key } = await manage.createServer({ storeId, name: 'survival', profile: 'standard' })
  const game = createDeliveryClient({ url: installation.gamesUrl, key })
  await game.init({ serverPort: 25565 })
  await game.poll()
  const commands = { approve: ['lp user {userId} parent add vip'], refund: ['lp user {userId} parent remove vip'] }
  const vip = await manage.createProduct({
    storeId,
    name: 'VIP Gold',
    priceMinor: 1490,
    durationSeconds: 30 * 24 * 3600,
    commands,
  })
  const coins = await manage.createProduct({
    storeId,
    name: 'Coins',
    priceMinor: 490,
    commands: { approve: ['eco give {userId} 500'] },
  })
  return {
    storeId,
    manage,
    game,
    products: { vip: vip.id, coins: coins.id },
    async sell(gameUserId, ...productIds) {
      const items = productIds.map((productId) => ({ productId }))
      return (await manage.createManualSale({ storeId, gameUserId, items })).id
    },
    async play(player, outcome = 'done') {
      const { commands: queued } = await game.poll({ online: [player] })
      const facts = { done: { output: 'Done' }, failed: { reason: 'Unknown command: eco', retry: false }, in_doubt: {} }
      await game.report(queued.map(({ id, attempt }) => ({ id, attempt, outcome, ...facts[outcome] })))
    },
  }
}
