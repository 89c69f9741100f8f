import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startProcess } from '../../kit/game/child-process.ts'
import { freePort } from '../../kit/game/free-port.ts'
import { type GameTrial, type RunningGame, startWithAgent } from '../game-trial.ts'
import { joinTee, type TeePlayer } from './player.ts'

/** Also for players: this version cannot listen on 127.0.0.1 alone. */
const PASSWORD = 'sesame'
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
