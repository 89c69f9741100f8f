import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, realpath, symlink } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { PROJECT_ROOT } from '../kit/run-command.ts'

/** The oldest Node that the packages for game servers support; a development dependency. */
const OLDEST_NODE = join(PROJECT_ROOT, 'e2e', 'node_modules', '.bin', 'node')

/** A program that runs JavaScript, and an environment in which nothing else can be found. */
export type Runtime = { name: string; program: string; env: Record<string, string> }

/** The oldest supported Node, the Node of this project, Bun if it is installed, and an environment without any of them. */
export async function openRuntimes(folder: string) {
  const bun = (process.env['PATH'] ?? '').split(delimiter).map((path) => join(path, 'bun'))
  const found = bun.filter((path) => existsSync(path)).slice(0, 1)
  const oldest = await open('node', OLDEST_NODE, join(folder, 'oldest-node'))
  if (!oldest.name.startsWith('v22.')) throw new Error(`${OLDEST_NODE} is ${oldest.name}, not Node 22. Run \`npm ci\`.`)
  return {
    oldest,
    current: await open('node', process.execPath, join(folder, 'node')),
    bun: await Promise.all(found.map((path) => open('bun', path, join(folder, 'bun')))),
    none: { PATH: join(folder, 'nothing') },
  }
}

async function open(name: string, path: string, folder: string): Promise<Runtime> {
  await mkdir(folder)
  const program = join(folder, name)
  await symlink(await realpath(path), program)
  const { stdout } = await promisify(execFile)(program, ['--version'])
  return { name: stdout.trim(), program, env: { PATH: folder } }
}
