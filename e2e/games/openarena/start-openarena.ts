import { freePort } from '../free-port.ts'
import { startGameProcess } from '../game-process.ts'
import type { RunningGame } from '../running-game.ts'

const PASSWORD = 'sesame'
/** What a gift raises: a number for each buyer that the server shows to everybody who asks for its status. */
export const GLORY = 'glory'
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
  const { stop } = await startGameProcess({
    name: 'server',
    command: '/usr/games/openarena-server',
    args: [
      ...Object.entries(settings).flatMap(([name, value]) => ['+set', name, value]),
      ...BUYERS.flatMap((name) => ['+sets', `${GLORY}_${name}`, '0']),
      '+map',
      'oa_dm1',
    ],
    folder,
    ready: /^AAS initialized/,
  })
  return { port, console: { dialect: 'quake3', host: '127.0.0.1', port, password: PASSWORD }, stop }
}
