import { type GameTrial, startWithAgent } from '../game-trial.ts'
import { joinTee, type TeePlayer } from './player.ts'
import { PASSWORD, startDdnet } from './start-ddnet.ts'

const RANK_PASSWORD = 'hero'

/** DDNet over econ. A gift is a line of chat that a client receives; a rank is a login that the server accepts. */
export const ddnet: GameTrial = {
  name: 'ddnet',
  needs: { debian: ['ddnet-server'], npm: 'ddnet' },
  async open(context) {
    const { port } = await startWithAgent(context, startDdnet)
    const players = new Map<string, TeePlayer>()
    let firstPlayer: TeePlayer | undefined
    return {
      async join(name) {
        const player = await joinTee({ port, name, serverPassword: PASSWORD })
        context.defer(player.leave)
        players.set(name, player)
        firstPlayer ??= player
      },
      gift: {
        command: 'say Applause for {userId}',
        count: (name) => (firstPlayer?.chat ?? []).filter((line) => line === `Applause for ${name}`).length,
      },
      rank: {
        give: `auth_add {userId} helper ${RANK_PASSWORD}`,
        take: 'auth_remove {userId}',
        has: (name) => players.get(name)?.isRanked(RANK_PASSWORD) ?? false,
      },
      unknownCommand: 'make_happy {userId}',
    }
  },
}
