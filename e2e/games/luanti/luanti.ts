import { freePort } from '../../kit/game/free-port.ts'
import type { GameTrial, OpenGame } from '../game-trial.ts'
import { waitFor } from '../wait-for.ts'
import { crashWorld } from './crash-world.ts'
import { readPlayer } from './read-player.ts'
import { startClient } from './start-client.ts'
import { createWorld, startWorld } from './start-world.ts'

const DIAMONDS = 5
const JOIN_TIMEOUT_MS = 60_000

/** The mod in the real server, and players who join with the real client. */
export const luanti: GameTrial = {
  name: 'luanti',
  needs: { debian: ['minetest-server', 'minetest', 'xvfb', 'libgl1-mesa-dri'] },
  async open({ store, folder, defer }) {
    const port = await freePort()
    await createWorld({ folder, port, storeUrl: store.url, key: store.key })
    const world = await startWorld({ folder, stopSignal: 'SIGKILL' })
    defer(world.stop)
    const clients: { stop: () => Promise<void> }[] = []
    const stopClients = async () => {
      for (const client of clients.splice(0)) await client.stop()
    }
    defer(stopClients)
    const game: OpenGame = {
      async join(player) {
        clients.push(await startClient({ folder, port, player }))
        const isOnline = async () => (await readPlayer(folder, player)).isOnline
        await waitFor(`${player} joins`, isOnline, { timeoutMs: JOIN_TIMEOUT_MS })
      },
      gift: {
        command: `give {userId} default:diamond ${DIAMONDS}`,
        count: async (player) => (await readPlayer(folder, player)).diamonds / DIAMONDS,
      },
      rank: {
        give: 'grant {userId} fly',
        take: 'revoke {userId} fly',
        has: async (player) => (await readPlayer(folder, player)).canFly,
      },
      unknownCommand: 'gvie {userId} default:diamond',
      finish: () => crashWorld({ folder, world, store, game, stopClients, defer }),
    }
    return game
  },
}
