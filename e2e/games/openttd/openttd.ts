import { type GameTrial, startWithAgent } from '../game-trial.ts'
import { joinOpenttd, type OpenttdPlayer } from './player.ts'
import { openSettingReader } from './setting-reader.ts'
import { startOpenttd } from './start-openttd.ts'

const SETTING = 'vehicle.max_trains'

/** OpenTTD over its admin port. A gift is a line of chat that a real client receives; a rank is a changed setting. */
export const openttd: GameTrial = {
  name: 'openttd',
  needs: { debian: ['openttd', 'openttd-opengfx'] },
  async open(context) {
    const { folder, defer } = context
    const game = await startWithAgent(context, startOpenttd)
    const settings = await openSettingReader(game.console)
    defer(settings.close)
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
        has: async () => (await settings.read(SETTING)) === '777',
      },
      unknownCommand: 'make_happy {userId}',
    }
  },
}
