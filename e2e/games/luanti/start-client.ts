import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startGameProcess } from '../game-process.ts'

const run = promisify(execFile)

/** A small window and few pictures a second: the picture is drawn by the processor. */
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

export type Client = {
  /** What is on its screen now, as a PNG file. */
  screenshot: (file: string) => Promise<void>
  stop: () => Promise<void>
}

/** The real client of a player, on a screen of its own that nobody sees. Joined when the server says so, not before. */
export async function startClient({
  folder,
  port,
  player,
}: {
  folder: string
  port: number
  player: string
}): Promise<Client> {
  const home = join(folder, player)
  await mkdir(home, { recursive: true })
  const lines = Object.entries(SETTINGS).map(([name, value]) => `${name} = ${value}\n`)
  await writeFile(join(home, 'minetest.conf'), lines.join(''))

  let display = ''
  const screen = await startGameProcess({
    name: 'screen',
    command: 'Xvfb',
    args: ['-displayfd', '1', '-screen', '0', '960x540x24', '-nolisten', 'tcp'],
    folder: home,
    ready: /^\d+$/,
    onLine: (line) => {
      if (/^\d+$/.test(line)) display = `:${line}`
    },
  })
  const client = await startGameProcess({
    name: 'client',
    command: '/usr/games/minetest',
    // Without --info it prints nothing, also when it has started.
    args: `--info --config ${home}/minetest.conf --go --address 127.0.0.1 --port ${port} --name ${player} --password x`.split(
      ' ',
    ),
    folder: home,
    env: { DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' },
    ready: /./,
    signal: 'SIGKILL',
  }).catch(async (error: unknown) => {
    await screen.stop()
    throw error
  })
  return {
    async stop() {
      await client.stop()
      await screen.stop()
    },
    async screenshot(file) {
      await run('import', ['-display', display, '-window', 'root', file])
    },
  }
}
