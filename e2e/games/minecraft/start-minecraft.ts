import { fileURLToPath } from 'node:url'
import { startProcess } from '../../kit/game/child-process.ts'
import { freePort } from '../../kit/game/free-port.ts'
import type { RunningGame } from '../running-game.ts'

const WORLD = fileURLToPath(new URL('world.ts', import.meta.url))
const PASSWORD = 'open sesame'

/** Starts flying-squid with an RCON server. */
export async function startMinecraft(folder: string): Promise<RunningGame> {
  const [port, rconPort] = [await freePort(), await freePort()]
  const { stop } = await startProcess({
    name: 'world',
    command: process.execPath,
    args: [WORLD, String(port), String(rconPort), PASSWORD],
    folder,
    ready: /^ready$/,
  })
  return { port, console: { dialect: 'minecraft', host: '127.0.0.1', port: rconPort, password: PASSWORD }, stop }
}
