import { startProcess } from '../../kit/game/child-process.ts'
import { freePort } from '../../kit/game/free-port.ts'
import type { RunningGame } from '../running-game.ts'

const PASSWORD = 'sesame'
/** The server shows a number for each buyer in its public status. */
export const SCORE = 'score'
const BUYERS = ['Buyer1', 'Buyer2']

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
