import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RunningProcess, startProcess } from '../../kit/game/child-process.ts'

const MOD = fileURLToPath(new URL('../../../integrations/luanti', import.meta.url))
const PROBE = fileURLToPath(new URL('probe-mod', import.meta.url))

type World = { folder: string; port: number; storeUrl: string; key: string }

/** Installs the mod in a new world. A flat world is generated quickly. */
export async function createWorld({ folder, port, storeUrl, key }: World): Promise<void> {
  const mods = join(folder, 'world', 'worldmods')
  await mkdir(mods, { recursive: true })
  await cp(MOD, join(mods, 'quartermaster'), { recursive: true })
  await cp(PROBE, join(mods, 'probe'), { recursive: true })
  const backends = ['player_backend', 'auth_backend', 'mod_storage_backend'].map((name) => `${name} = sqlite3\n`)
  await writeFile(join(folder, 'world', 'world.mt'), ['gameid = minetest\n', 'backend = dummy\n', ...backends].join(''))
  const settings = {
    'secure.http_mods': 'quartermaster',
    'quartermaster.url': storeUrl,
    'quartermaster.key': key,
    // The trial sells gifts and ranks.
    'quartermaster.privs': 'give, privs',
    port,
    bind_address: '127.0.0.1',
    server_announce: false,
    enable_damage: false,
    // The mod of a client can type in the chat.
    csm_restriction_flags: 60,
    mg_name: 'flat',
    time_speed: 0,
    world_start_time: 12_000,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  await writeFile(join(folder, 'minetest.conf'), lines.join(''))
}

/** Starts the real server. After SIGINT, it saves everything before it ends. */
export async function startWorld({
  folder,
  stopSignal = 'SIGINT',
}: {
  folder: string
  stopSignal?: 'SIGINT' | 'SIGKILL'
}): Promise<RunningProcess> {
  return startProcess({
    name: 'server',
    command: '/usr/games/minetestserver',
    args: ['--world', join(folder, 'world'), '--config', join(folder, 'minetest.conf'), '--gameid', 'minetest'],
    folder,
    ready: /listening on/,
    stopSignal,
  })
}
