import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startProcess } from '../../../kit/game/child-process.ts'
import { freePort } from '../../../kit/game/free-port.ts'
import type { RunningGame } from '../../../games/game-trial.ts'

const PASSWORD = 'sesame'

export async function startTeeworlds(folder: string): Promise<RunningGame> {
  const [port, consolePort] = [await freePort(), await freePort()]
  const settings = [
    'bindaddr 127.0.0.1',
    `sv_port ${port}`,
    'sv_register 0',
    'ec_bindaddr 127.0.0.1',
    `ec_port ${consolePort}`,
    `ec_password ${PASSWORD}`,
    'ec_output_level 2',
  ]
  await writeFile(join(folder, 'server.cfg'), `${settings.join('\n')}\n`)
  const { stop } = await startProcess({
    name: 'server',
    command: '/usr/games/teeworlds-server',
    args: ['-f', 'server.cfg'],
    folder,
    ready: /server name is/,
  })
  return { port, console: { dialect: 'teeworlds', host: '127.0.0.1', port: consolePort, password: PASSWORD }, stop }
}
