import { freePort } from '../free-port.ts'
import type { GameTrial } from '../game-trial.ts'
import { type GameInPlay, playGoods } from '../play-goods.ts'
import { waitUntil } from '../wait-until.ts'
import { withEnds } from '../with-ends.ts'
import { crashWorld } from './crash-world.ts'
import { readSeen } from './read-seen.ts'
import { type Client, startClient } from './start-client.ts'
import { layOutWorld, startWorld } from './start-world.ts'

const DIAMONDS = 5
const JOINED_WITHIN_MS = 60_000

/** The mod in the real server, and players who join with the real client. */
export const luanti: GameTrial = {
  name: 'luanti',
  needs: { debian: ['minetest-server', 'minetest', 'xvfb', 'libgl1-mesa-dri'] },
  play: (stage, options) =>
    withEnds(async (ends) => {
      const folder = await stage.folderFor('luanti')
      const shop = await stage.openShop('luanti')
      const port = await freePort()
      await layOutWorld({ folder, port, storeUrl: stage.storeUrl, key: shop.key })
      const world = await startWorld({ folder, signal: 'SIGKILL' })
      ends.unshift(() => world.stop())

      const clients: Client[] = []
      const leave = async () => {
        for (const client of clients.splice(0)) await client.stop()
      }
      ends.unshift(leave)
      const game = inPlay({ folder, port, clients })
      const result = await playGoods('luanti', { shop, game }, options)
      if (!result.ok) return result
      try {
        const told = await crashWorld({ folder, world, shop, game, leave, ends, storeUrl: stage.storeUrl })
        options.say(told)
        return { ...result, shown: [...result.shown, told] }
      } catch (error) {
        return { ...result, ok: false, faults: [error instanceof Error ? error.message : String(error)] }
      }
    }),
}

function inPlay({ folder, port, clients }: { folder: string; port: number; clients: Client[] }): GameInPlay {
  return {
    async join(player) {
      clients.push(await startClient({ folder, port, player }))
      const isThere = async () => (await readSeen(folder, player)).isThere
      await waitUntil(`${player} joins`, isThere, { withinMs: JOINED_WITHIN_MS })
    },
    gift: {
      good: () => ({
        name: 'Five diamonds',
        approve: [`give {userId} default:diamond ${DIAMONDS}`],
        refund: [],
        expire: [],
        seconds: null,
      }),
      count: async (player) => (await readSeen(folder, player)).diamonds / DIAMONDS,
    },
    rank: {
      good: {
        name: 'Wings',
        approve: ['grant {userId} fly'],
        refund: ['revoke {userId} fly'],
        expire: ['revoke {userId} fly'],
      },
      has: async (player) => (await readSeen(folder, player)).canFly,
    },
    nonsense: 'gvie {userId} default:diamond',
  }
}
