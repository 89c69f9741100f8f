import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.ts'
import { startGameProcess } from '../game-process.ts'
import type { RunningGame } from '../running-game.ts'

const WORLD = fileURLToPath(new URL('world.ts', import.meta.url))
const PASSWORD = 'open sesame'

/** flying-squid with RCON in front of it. */
export async function startMinecraft(folder: string): Promise<RunningGame> {
  const [port, rconPort] = [await freePort(), await freePort()]
  const { stop } = await startGameProcess({
    name: 'world',
    command: process.execPath,
    args: [WORLD, String(port), String(rconPort), PASSWORD],
    folder,
    ready: /^ready$/,
  })
  return { port, console: { dialect: 'minecraft', host: '127.0.0.1', port: rconPort, password: PASSWORD }, stop }
}
