import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunningProcess, startProcess } from '../../kit/game/child-process.ts'

/** The CPU renders the frames, so the window is small and the frame rate low. */
const SETTINGS = {
  enable_sound: false,
  screen_w: 960,
  screen_h: 540,
  fps_max: 5,
  fps_max_unfocused: 5,
  viewing_range: 30,
  enable_fog: false,
  smooth_lighting: false,
  enable_clouds: false,
  enable_particles: false,
  menu_clouds: false,
  pause_on_lost_focus: false,
}

type Options = { folder: string; port: number; player: string }

/** Starts the real client of a player on a virtual screen. The player has not joined yet. */
export async function startClient({ folder, port, player }: Options): Promise<Pick<RunningProcess, 'stop'>> {
  const home = join(folder, player)
  await mkdir(home, { recursive: true })
  const lines = Object.entries(SETTINGS).map(([name, value]) => `${name} = ${value}\n`)
  await writeFile(join(home, 'minetest.conf'), lines.join(''))

  let display = ''
  const screen = await startProcess({
    name: 'screen',
    command: 'Xvfb',
    args: ['-displayfd', '1', '-screen', '0', '960x540x24', '-nolisten', 'tcp'],
    folder: home,
    ready: /^\d+$/,
    onLine: (line) => {
      if (/^\d+$/.test(line)) display = `:${line}`
    },
  })
  const client = await startProcess({
    name: 'client',
    command: '/usr/games/minetest',
    // Without --info it prints nothing at its start.
    args: `--info --config ${home}/minetest.conf --go --address 127.0.0.1 --port ${port} --name ${player} --password x`.split(
      ' ',
    ),
    folder: home,
    env: { DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' },
    ready: /./,
    stopSignal: 'SIGKILL',
  }).catch(async (error: unknown) => {
    await screen.stop()
    throw error
  })
  return {
    async stop() {
      await client.stop()
      await screen.stop()
    },
  }
}
