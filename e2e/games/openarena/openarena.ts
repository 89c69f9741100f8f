import { type GameTrial, startWithAgent } from '../game-trial.ts'
import { waitFor } from '../wait-for.ts'
import { createStatusClient } from './status-client.ts'
import { SCORE, startOpenarena } from './start-openarena.ts'

/** The engine accepts ten rcon packets from an address at once, then one per second. */
const PAUSE_MS = 1_000
/** It sends its status ten times per second, no matter who asks. */
const POLL_MS = 110
const VALUES = Array.from({ length: 50 }, (_, value) => value).join(' ')

/** OpenArena over the rcon of Quake 3. Players are bots; a gift raises a number in the status; a rank adds another bot. */
export const openarena: GameTrial = {
  name: 'openarena',
  needs: { debian: ['openarena-server'] },
  async open(context) {
    const game = await startWithAgent(context, startOpenarena)
    const { readStatus, rcon } = createStatusClient(game.console)
    const isPlaying = async (name: string) => (await readStatus()).players.includes(name)
    return {
      async join(name) {
        await rcon(`addbot sarge 1 free 0 ${name}`)
        await waitFor(`${name} plays`, () => isPlaying(name), { intervalMs: POLL_MS })
      },
      gift: {
        // Each run selects the next value: a counter for a console that cannot add.
        command: `toggle ${SCORE}_{userId} ${VALUES}`,
        count: async (name) => (await readStatus()).scores.get(name) ?? 0,
      },
      rank: {
        give: 'addbot grunt 1 free 0 {userId}_pet',
        take: 'kick {userId}_pet',
        has: (name) => isPlaying(`${name}_pet`),
      },
      unknownCommand: 'make_happy {userId}',
      pauseMs: PAUSE_MS,
      pollMs: POLL_MS,
    }
  },
}
