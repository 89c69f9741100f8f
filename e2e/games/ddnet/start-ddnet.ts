import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startProcess } from '../../kit/game/child-process.ts'
import { freePort } from '../../kit/game/free-port.ts'
import type { RunningGame } from '../running-game.ts'

/** Also for players: this version cannot listen on 127.0.0.1 alone. */
export const PASSWORD = 'sesame'

export async function startDdnet(folder: string): Promise<RunningGame> {
  const [port, consolePort] = [await freePort(), await freePort()]
  await writeFile(join(folder, 'server.cfg'), settings({ port, consolePort }))
  const { stop } = await startProcess({
    name: 'server',
    command: '/usr/games/DDNet-Server',
    args: ['-f', 'server.cfg'],
    folder,
    ready: /server name is/,
  })
  return { port, console: { dialect: 'teeworlds', host: '127.0.0.1', port: consolePort, password: PASSWORD }, stop }
}

function settings({ port, consolePort }: { port: number; consolePort: number }): string {
  return `sv_port ${port}
sv_register 0
sv_map dm1
sv_rcon_max_tries 100
password ${PASSWORD}
ec_port ${consolePort}
ec_password ${PASSWORD}
ec_bindaddr [::1]
ec_output_level 2
`
}
