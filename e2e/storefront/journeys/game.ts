import { mkdir } from 'node:fs/promises'
import { freePort } from '../../kit/game/free-port.ts'
import type { Defer } from '../../kit/run-harness.ts'
import { waitUntil } from '../../kit/wait-until.ts'
import { readPlayer } from '../../games/luanti/read-player.ts'
import { startClient } from '../../games/luanti/start-client.ts'
import { createWorld, startWorld } from '../../games/luanti/start-world.ts'
import { type Journey, require } from '../journey.ts'
import { type Shopper, TIMEOUT_MS } from '../shopper.ts'
import type { Shop } from '../stores.ts'
import { pay, purchase, seeDelivery } from './purchase.ts'

const PLAYER = 'Rowan'
const DIAMONDS = 5

type Parts = { openShop: () => Promise<Shop>; url: string; folder: string }

/** Purchases that reach a real game: as soon as the buyer joins it, and again after the game has said who they are. */
export async function createGameJourneys(defer: Defer, { openShop, url, folder }: Parts): Promise<Journey[]> {
  const shop = await openShop()
  await shop.addProduct({
    name: 'Diamonds',
    slug: 'diamonds',
    conditions: { requiresOnline: true },
    commands: { approve: [`give {userId} default:diamond ${DIAMONDS}`] },
  })
  await mkdir(folder)
  const port = await freePort()
  await createWorld({ folder, port, storeUrl: url, key: shop.servers[0]?.key ?? '' })

  const starting = startWorld({ folder, stopSignal: 'SIGKILL' })
  starting.catch(() => undefined)
  defer(async () => (await starting).stop())

  let code: string | undefined
  async function join(): Promise<void> {
    await starting
    const client = await startClient({ folder, port, player: PLAYER, onCode: (shown) => (code = shown) })
    defer(client.stop)
    const isOnline = async () => (await readPlayer(folder, PLAYER)).isOnline
    require(await waitUntil(isOnline, { timeoutMs: TIMEOUT_MS }), `${PLAYER} could not join the game`)
  }

  async function typeCode({ enterCode, see, t }: Shopper): Promise<void> {
    await enterCode(code ?? '')
    await see(t('who.proven'))
  }

  const hasDiamonds = (count: number) => async () => (await readPlayer(folder, PLAYER)).diamonds === count

  return [
    {
      name: 'buys in a browser and gets it in a real Luanti game, then again with a code from /link',
      async run(shopper) {
        await starting
        await purchase({ ...shopper, player: PLAYER }, shop, { provider: 'sandbox', slug: 'diamonds' })
        await shopper.see(shopper.t('order.wait.player_away.title'))
        await join()
        await seeDelivery(shopper, hasDiamonds(DIAMONDS))
        // The basket asks for codes from then on.
        require(await waitUntil(() => code !== undefined, { timeoutMs: TIMEOUT_MS }), 'the game has shown no code')
        const identify = () => typeCode(shopper)
        await pay(shopper, shop, { provider: 'sandbox', slug: 'diamonds', identify })
        await seeDelivery(shopper, hasDiamonds(2 * DIAMONDS))
      },
    },
  ]
}
