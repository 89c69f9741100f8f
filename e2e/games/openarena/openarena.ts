import { startProcess } from '../../kit/game/child-process.ts'
import { freePort } from '../../kit/game/free-port.ts'
import { type GameTrial, type RunningGame, startWithAgent } from '../game-trial.ts'
import { waitFor } from '../wait-for.ts'
import { createStatusClient, SCORE } from './status-client.ts'

const PASSWORD = 'sesame'
const BUYERS = ['Buyer1', 'Buyer2']
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

export async function startOpenarena(folder: string): Promise<RunningGame> {
  const port = await freePort()
  const settings = {
    dedicated: '1',
    net_enabled: '1',
    net_ip: '127.0.0.1',
    net_port: String(port),
    rconPassword: PASSWORD,
    sv_pure: '0',
    sv_maxclients: '8',
    bot_nochat: '1',
  }
  const { stop } = await startProcess({
    name: 'server',
    command: '/usr/games/openarena-server',
    args: [
      ...Object.entries(settings).flatMap(([name, value]) => ['+set', name, value]),
      ...BUYERS.flatMap((name) => ['+sets', `${SCORE}_${name}`, '0']),
      '+map',
      'oa_dm1',
    ],
    folder,
    ready: /^AAS initialized/,
  })
  return { port, console: { dialect: 'quake3', host: '127.0.0.1', port, password: PASSWORD }, stop }
}
