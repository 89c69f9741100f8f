import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startProcess } from '../../kit/game/child-process.ts'
import { freePort } from '../../kit/game/free-port.ts'
import type { RunningGame } from '../running-game.ts'

export const PROGRAM = '/usr/games/openttd'
const PASSWORD = 'sesame'

export async function startOpenttd(folder: string): Promise<RunningGame> {
  const [port, adminPort] = [await freePort(), await freePort()]
  const file = join(folder, 'openttd.cfg')
  await writeFile(file, settings({ port, adminPort }))
  const { stop } = await startProcess({
    name: 'server',
    command: PROGRAM,
    args: ['-D', `127.0.0.1:${port}`, '-c', file, '-d', 'net=3'],
    folder,
    ready: /Map generated, starting game/,
  })
  return { port, console: { dialect: 'openttd', host: '127.0.0.1', port: adminPort, password: PASSWORD }, stop }
}

function settings({ port, adminPort }: { port: number; adminPort: number }): string {
  return `[network]
server_name = Vale
server_port = ${port}
server_admin_port = ${adminPort}
admin_password = ${PASSWORD}
server_game_type = local

[game_creation]
map_x = 6
map_y = 6
`
}
