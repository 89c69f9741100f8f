import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { ServerUser } from './server-user.ts'

/** The folder that was asked for, or a new one of our own. */
export async function chooseFolder(dir: string | undefined): Promise<string> {
  if (dir === undefined) return mkdtemp(join(tmpdir(), 'quartermaster-pg-'))
  const folder = resolve(dir)
  await mkdir(folder, { recursive: true })
  return folder
}

/** The major version a folder was made by, or nothing when it holds no cluster yet. */
export async function versionOf(dir: string): Promise<number | undefined> {
  const file = join(dir, 'PG_VERSION')
  return existsSync(file) ? Number(await readFile(file, 'utf8')) : undefined
}

export async function initialise(
  dir: string,
  { binaries, user, durable }: { binaries: Binaries; user: ServerUser; durable: boolean },
): Promise<void> {
  if (user.uid !== undefined && user.gid !== undefined) await chown(dir, user.uid, user.gid)
  await chmod(dir, 0o700)
  // Locale C exists on every system and sorts alike in every version.
  const args = ['-D', dir, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-instructions']
  if (!durable) args.push('--no-sync')
  const { code, output } = await run(join(binaries.binDir, 'initdb'), args, user)
  if (code === 0) return
  const hint =
    user.uid === undefined ? '' : `\nThe server runs as user id ${user.uid}, which must be able to reach this folder.`
  throw new Error(`initdb could not make a PostgreSQL cluster in ${dir}:\n${output}${hint}`)
}

async function run(program: string, args: string[], user: ServerUser) {
  const child = spawn(program, args, { ...user, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', fail)
    child.once('close', done)
  })
  return { code, output }
}
