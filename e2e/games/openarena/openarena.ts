import type { GameTrial } from '../game-trial.ts'
import { playGoods } from '../play-goods.ts'
import { serveGame } from '../serve-game.ts'
import { waitUntil } from '../wait-until.ts'
import { withEnds } from '../with-ends.ts'
import { createQuestioner } from './questioner.ts'
import { GLORY, startOpenarena } from './start-openarena.ts'

/** The engine takes ten rcon packets from an address at once, then one a second. */
const PAUSE_MS = 1_000
/** It tells its status ten times a second, whoever asks. */
const LOOK_MS = 110
const COUNTER = Array.from({ length: 50 }, (_, value) => value).join(' ')

/**
 * OpenArena over Quake 3's rcon. Players are the game's own bots; a gift is a number in what the server tells everybody
 * about itself, a rank is a companion who plays beside its owner.
 */
export const openarena: GameTrial = {
  name: 'openarena',
  needs: { debian: ['openarena-server'] },
  play: (stage, options) =>
    withEnds(async (ends) => {
      const folder = await stage.folderFor('openarena')
      const { game, shop } = await serveGame({ stage, name: 'openarena', folder, start: startOpenarena, ends })
      const { status, rcon } = createQuestioner(game.console)
      const plays = async (name: string) => (await status()).players.includes(name)
      const inPlay = {
        async join(name: string) {
          await rcon(`addbot sarge 1 free 0 ${name}`)
          await waitUntil(`${name} plays`, () => plays(name), { everyMs: LOOK_MS })
        },
        gift: {
          // Each run moves on to the next of the values: a counter, in a console that cannot add.
          good: () => ({
            name: 'Glory',
            approve: [`toggle ${GLORY}_{userId} ${COUNTER}`],
            refund: [],
            expire: [],
            seconds: null,
          }),
          count: async (name: string) => (await status()).glory.get(name) ?? 0,
        },
        nonsense: 'make_happy {userId}',
        rank: {
          good: {
            name: 'Companion',
            approve: ['addbot grunt 1 free 0 {userId}_pet'],
            refund: ['kick {userId}_pet'],
            expire: ['kick {userId}_pet'],
          },
          has: (name: string) => plays(`${name}_pet`),
        },
        pauseMs: PAUSE_MS,
        lookMs: LOOK_MS,
      }
      return playGoods('openarena', { shop, game: inPlay }, options)
    }),
}
