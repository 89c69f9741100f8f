import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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
  enable_client_modding: true,
}

const LINK_MOD = fileURLToPath(new URL('link-mod', import.meta.url))
const CODE = /chat: .*within 10 minutes: (\w{4}-\w{4})/

type Options = {
  folder: string
  port: number
  player: string
  /** The player types `/link` as soon as they have joined, and reads this code. */
  onCode?: (code: string) => void
}

/** Starts the real client of a player on a virtual screen. The player has not joined yet. */
export async function startClient({ folder, port, player, onCode }: Options): Promise<Pick<RunningProcess, 'stop'>> {
  const home = join(folder, player)
  await mkdir(home, { recursive: true })
  const lines = Object.entries(SETTINGS).map(([name, value]) => `${name} = ${value}\n`)
  await writeFile(join(home, 'minetest.conf'), lines.join(''))
  if (onCode) await installLinkMod(home)

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
    onLine: (line) => {
      const code = CODE.exec(line)?.[1]
      if (code !== undefined) onCode?.(code)
    },
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

async function installLinkMod(home: string): Promise<void> {
  const mods = join(home, '.minetest', 'clientmods')
  await cp(LINK_MOD, join(mods, 'link'), { recursive: true })
  await writeFile(join(mods, 'mods.conf'), 'load_mod_link = true\n')
}
