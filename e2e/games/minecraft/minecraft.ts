import { fileURLToPath } from 'node:url'
import { startProcess } from '../../kit/game/child-process.ts'
import { freePort } from '../../kit/game/free-port.ts'
import { type GameTrial, type RunningGame, startWithAgent } from '../game-trial.ts'
import type { Sighting } from './player.ts'

const WORLD = fileURLToPath(new URL('world.ts', import.meta.url))
const PLAYER = fileURLToPath(new URL('player.ts', import.meta.url))
const PASSWORD = 'open sesame'
const LEVELS = 30

/** Gifts are diamonds and ranks are levels, as the game sends them to the client of the player. */
export const minecraft: GameTrial = {
  name: 'minecraft',
  needs: { debian: [], npm: 'minecraft' },
  async open(context) {
    const { folder, defer } = context
    const { port } = await startWithAgent(context, startMinecraft)
    const slots = new Map<string, Map<number, number>>()
    const levels = new Map<string, number>()

    function record(player: string, sighting: Sighting): void {
      const own = slots.get(player) ?? new Map<number, number>()
      if ('slot' in sighting) slots.set(player, own.set(sighting.slot, sighting.count))
      if ('level' in sighting) levels.set(player, sighting.level)
    }

    return {
      async join(player) {
        const client = await startProcess({
          name: player,
          command: process.execPath,
          args: [PLAYER, String(port), player],
          folder,
          ready: /"joined":true/,
          onLine: (line) => {
            if (line.startsWith('{')) record(player, JSON.parse(line) as Sighting)
          },
        })
        defer(client.stop)
      },
      gift: {
        // Without a number: flying-squid appends the number of the second gift to the first, so 1 becomes 11.
        command: 'give {userId} diamond',
        count: (player) => [...(slots.get(player)?.values() ?? [])].reduce((sum, count) => sum + count, 0),
      },
      rank: {
        give: `xp ${LEVELS}L {userId}`,
        take: `xp -${LEVELS}L {userId}`,
        has: (player) => (levels.get(player) ?? 0) >= LEVELS,
      },
      unknownCommand: 'make-happy {userId}',
    }
  },
}

/** Starts flying-squid with an RCON server. */
async function startMinecraft(folder: string): Promise<RunningGame> {
  const [port, rconPort] = [await freePort(), await freePort()]
  const { stop } = await startProcess({
    name: 'world',
    command: process.execPath,
    args: [WORLD, String(port), String(rconPort), PASSWORD],
    folder,
    ready: /^ready$/,
  })
  return { port, console: { dialect: 'minecraft', host: '127.0.0.1', port: rconPort, password: PASSWORD }, stop }
}
