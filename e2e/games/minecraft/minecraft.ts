import { fileURLToPath } from 'node:url'
import type { Ends } from '../../kit/end-all.ts'
import { startGameProcess } from '../game-process.ts'
import type { GameTrial } from '../game-trial.ts'
import { playGoods } from '../play-goods.ts'
import { serveGame } from '../serve-game.ts'
import { withEnds } from '../with-ends.ts'
import type { Sighting } from './player.ts'
import { startMinecraft } from './start-minecraft.ts'

const PLAYER = fileURLToPath(new URL('player.ts', import.meta.url))
const LEVELS = 30

/** What a player has is what the game sends to his client: diamonds in his slots, and his level. */
export const minecraft: GameTrial = {
  name: 'minecraft',
  needs: { debian: [], npm: 'minecraft' },
  play: (stage, options) =>
    withEnds(async (ends) => {
      const folder = await stage.folderFor('minecraft')
      const { game, shop } = await serveGame({ stage, name: 'minecraft', folder, start: startMinecraft, ends })
      const players = invitePlayers({ port: game.port, folder, ends })
      const inPlay = {
        join: (name: string) => players.join(name),
        gift: {
          // With a number behind it, the second gift is appended to the first: 1 becomes 11.
          good: () => ({
            name: 'A diamond',
            approve: ['give {userId} diamond'],
            refund: [],
            expire: [],
            seconds: null,
          }),
          count: players.diamonds,
        },
        nonsense: 'make-happy {userId}',
        rank: {
          good: {
            name: `${LEVELS} levels`,
            approve: [`xp ${LEVELS}L {userId}`],
            refund: [`xp -${LEVELS}L {userId}`],
            expire: [`xp -${LEVELS}L {userId}`],
          },
          has: (name: string) => players.level(name) >= LEVELS,
        },
      }
      return playGoods('minecraft', { shop, game: inPlay }, options)
    }),
}

function invitePlayers({ port, folder, ends }: { port: number; folder: string; ends: Ends }) {
  const slots = new Map<string, Map<number, number>>()
  const levels = new Map<string, number>()

  function see(player: string, sighting: Sighting): void {
    if ('slot' in sighting) {
      const own = slots.get(player) ?? new Map<number, number>()
      slots.set(player, own.set(sighting.slot, sighting.count))
    }
    if ('level' in sighting) levels.set(player, sighting.level)
  }

  return {
    async join(player: string): Promise<void> {
      const client = await startGameProcess({
        name: player,
        command: process.execPath,
        args: [PLAYER, String(port), player],
        folder,
        ready: /"joined":true/,
        onLine: (line) => {
          if (line.startsWith('{')) see(player, JSON.parse(line) as Sighting)
        },
      })
      ends.unshift(() => client.stop())
    },
    diamonds: (player: string) => [...(slots.get(player)?.values() ?? [])].reduce((sum, count) => sum + count, 0),
    level: (player: string) => levels.get(player) ?? 0,
  }
}
