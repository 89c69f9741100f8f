import type { GameTrial } from '../game-trial.ts'
import { playGoods } from '../play-goods.ts'
import { serveGame } from '../serve-game.ts'
import { withEnds } from '../with-ends.ts'
import { joinTee, type TeePlayer } from './player.ts'
import { PASSWORD, startDdnet } from './start-ddnet.ts'

const RANK_PASSWORD = 'hero'

/**
 * DDNet over econ. A gift is a line in the chat, as a player's client receives it; a rank is a login of the player's
 * own that the server accepts and ends.
 */
export const ddnet: GameTrial = {
  name: 'ddnet',
  needs: { debian: ['ddnet-server'], npm: 'ddnet' },
  play: (stage, options) =>
    withEnds(async (ends) => {
      const folder = await stage.folderFor('ddnet')
      const { game, shop } = await serveGame({ stage, name: 'ddnet', folder, start: startDdnet, ends })
      const players = new Map<string, TeePlayer>()
      let witness: TeePlayer | undefined
      const inPlay = {
        async join(name: string) {
          const player = await joinTee({ port: game.port, name, door: PASSWORD })
          ends.unshift(() => player.leave())
          players.set(name, player)
          witness ??= player
        },
        gift: {
          good: () => ({
            name: 'Fame',
            approve: ['say Everybody cheers for {userId}'],
            refund: [],
            expire: [],
            seconds: null,
          }),
          count: (name: string) =>
            (witness?.heard ?? []).filter((line) => line === `Everybody cheers for ${name}`).length,
        },
        nonsense: 'make_happy {userId}',
        rank: {
          good: {
            name: 'Helper',
            approve: [`auth_add {userId} helper ${RANK_PASSWORD}`],
            refund: ['auth_remove {userId}'],
            expire: ['auth_remove {userId}'],
          },
          has: (name: string) => players.get(name)?.isRanked(RANK_PASSWORD) ?? false,
        },
      }
      return playGoods('ddnet', { shop, game: inPlay }, options)
    }),
}
