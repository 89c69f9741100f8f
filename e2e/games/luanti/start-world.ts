import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type GameProcess, startGameProcess } from '../game-process.ts'

const MOD = fileURLToPath(new URL('../../../integrations/luanti', import.meta.url))
const PROBE = fileURLToPath(new URL('probe-mod', import.meta.url))

/** Where a world lies, and how its mod reaches the store. */
export type World = { folder: string; port: number; storeUrl: string; key: string }

/** The mod as an owner installs it, in a flat world, which is made quickly. */
export async function layOutWorld({ folder, port, storeUrl, key }: World): Promise<void> {
  const mods = join(folder, 'world', 'worldmods')
  await mkdir(mods, { recursive: true })
  await cp(MOD, join(mods, 'quartermaster'), { recursive: true })
  await cp(PROBE, join(mods, 'probe'), { recursive: true })
  const kept = ['player_backend', 'auth_backend', 'mod_storage_backend'].map((name) => `${name} = sqlite3\n`)
  await writeFile(join(folder, 'world', 'world.mt'), ['gameid = minetest\n', 'backend = dummy\n', ...kept].join(''))
  const settings = {
    'secure.http_mods': 'quartermaster',
    'quartermaster.url': storeUrl,
    'quartermaster.key': key,
    port,
    bind_address: '127.0.0.1',
    server_announce: false,
    enable_damage: false,
    mg_name: 'flat',
    time_speed: 0,
    world_start_time: 12_000,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  await writeFile(join(folder, 'minetest.conf'), lines.join(''))
}

/** The real server, on a world that was laid out before. By SIGINT it saves everything before it ends. */
export async function startWorld({
  folder,
  signal = 'SIGINT',
}: {
  folder: string
  signal?: 'SIGINT' | 'SIGKILL'
}): Promise<GameProcess> {
  return startGameProcess({
    name: 'server',
    command: '/usr/games/minetestserver',
    args: ['--world', join(folder, 'world'), '--config', join(folder, 'minetest.conf'), '--gameid', 'minetest'],
    folder,
    ready: /listening on/,
    signal,
  })
}
