import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openOpenttdAdmin } from '../../../agent/src/dialects/openttd-admin.ts'
import { startProcess } from '../../kit/game/child-process.ts'
import { freePort } from '../../kit/game/free-port.ts'
import { type GameTrial, type RunningGame, startWithAgent } from '../game-trial.ts'
import { joinOpenttd, type OpenttdPlayer, PROGRAM } from './player.ts'

const PASSWORD = 'sesame'
const SETTING = 'vehicle.max_trains'

/** OpenTTD over its admin port. A gift is a line of chat that a real client receives; a rank is a changed setting. */
export const openttd: GameTrial = {
  name: 'openttd',
  needs: { debian: ['openttd', 'openttd-opengfx'] },
  async open(context) {
    const { folder, defer } = context
    const game = await startWithAgent(context, startOpenttd)
    // A second connection next to the one of the agent, to read what the game has.
    const admin = await openOpenttdAdmin({ ...game.console, timeoutMs: 5_000 }, AbortSignal.timeout(10_000))
    defer(admin.close)
    let firstPlayer: OpenttdPlayer | undefined
    return {
      async join(name) {
        const player = await joinOpenttd(name, { folder, port: game.port })
        defer(player.leave)
        firstPlayer ??= player
      },
      gift: {
        command: 'say "Applause for {userId}"',
        count: async (name) =>
          ((await firstPlayer?.readChat()) ?? []).filter((line) => line.endsWith(`Applause for ${name}`)).length,
      },
      rank: {
        give: `setting ${SETTING} 777`,
        take: `setting ${SETTING} 500`,
        has: async () => (await admin.run(`setting ${SETTING}`)).includes("' is '777'"),
      },
      unknownCommand: 'make_happy {userId}',
    }
  },
}

export async function startOpenttd(folder: string): Promise<RunningGame> {
  const [port, adminPort] = [await freePort(), await freePort()]
  const file = join(folder, 'openttd.cfg')
  await writeFile(file, formatSettings({ port, adminPort }))
  const { stop } = await startProcess({
    name: 'server',
    command: PROGRAM,
    args: ['-D', `127.0.0.1:${port}`, '-c', file, '-d', 'net=3'],
    folder,
    ready: /Map generated, starting game/,
  })
  return { port, console: { dialect: 'openttd', host: '127.0.0.1', port: adminPort, password: PASSWORD }, stop }
}

function formatSettings({ port, adminPort }: { port: number; adminPort: number }): string {
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
