import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../kit/game/free-port.ts'
import type { GameTrial, OpenGame } from '../game-trial.ts'
import { waitFor } from '../wait-for.ts'
import { crashWorld } from './crash-world.ts'
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

type Player = { diamonds: number; canFly: boolean }

const NOTHING: Player = { diamonds: 0, canFly: false }

/** Reads the state of a player in the game. The probe mod writes it to a file. */
async function readPlayer(folder: string, name: string): Promise<Player & { isOnline: boolean }> {
  const text = await readFile(join(folder, 'world', 'seen.json'), 'utf8').catch(() => '{}')
  const player = (JSON.parse(text) as Record<string, Player | undefined>)[name]
  return { ...(player ?? NOTHING), isOnline: player !== undefined }
}
