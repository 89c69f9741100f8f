import type { GameTrial } from '../game-trial.ts'
import { playGoods } from '../play-goods.ts'
import { serveGame } from '../serve-game.ts'
import { withEnds } from '../with-ends.ts'
import { joinOpenttd, type OpenttdPlayer } from './player.ts'
import { openRulesReader } from './rules-reader.ts'
import { startOpenttd } from './start-openttd.ts'

const RULE = 'vehicle.max_trains'
const TRAINS = { usual: 500, more: 777 }

/**
 * OpenTTD over its admin port, with real clients. A gift is a line in the chat, as a client received it; a rank is a
 * rule of the game that changes for everybody, asked over a second admin connection.
 */
export const openttd: GameTrial = {
  name: 'openttd',
  needs: { debian: ['openttd', 'openttd-opengfx'] },
  play: (stage, options) =>
    withEnds(async (ends) => {
      const folder = await stage.folderFor('openttd')
      const { game, shop } = await serveGame({ stage, name: 'openttd', folder, start: startOpenttd, ends })
      const rules = await openRulesReader(game.console)
      ends.unshift(() => rules.close())
      let witness: OpenttdPlayer | undefined
      const inPlay = {
        async join(name: string) {
          const player = await joinOpenttd(name, { folder, port: game.port })
          ends.unshift(() => player.leave())
          witness ??= player
        },
        gift: {
          good: () => ({
            name: 'Fame',
            approve: ['say "Everybody cheers for {userId}"'],
            refund: [],
            expire: [],
            seconds: null,
          }),
          count: async (name: string) =>
            ((await witness?.heard()) ?? []).filter((line) => line.endsWith(`Everybody cheers for ${name}`)).length,
        },
        nonsense: 'make_happy {userId}',
        rank: {
          good: {
            name: 'More trains for everybody',
            approve: [`setting ${RULE} ${TRAINS.more}`],
            refund: [`setting ${RULE} ${TRAINS.usual}`],
            expire: [`setting ${RULE} ${TRAINS.usual}`],
          },
          has: async () => (await rules.read(RULE)) === String(TRAINS.more),
        },
      }
      return playGoods('openttd', { shop, game: inPlay }, options)
    }),
}
