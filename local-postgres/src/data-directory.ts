import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Binaries } from './binaries.ts'
import type { ServerUser } from './server-user.ts'

/** Creates the requested directory, or a temporary one. */
export async function createDataDirectory(dir: string | undefined): Promise<string> {
  if (dir === undefined) return mkdtemp(join(tmpdir(), 'quartermaster-pg-'))
  const path = resolve(dir)
  await mkdir(path, { recursive: true })
  return path
}

/** The major version that created a directory, or undefined if it has no cluster yet. */
export async function readMajorVersion(dir: string): Promise<number | undefined> {
  const file = join(dir, 'PG_VERSION')
  return existsSync(file) ? Number(await readFile(file, 'utf8')) : undefined
}

export async function initializeCluster(
  dir: string,
  { binaries, user, durable }: { binaries: Binaries; user: ServerUser; durable: boolean },
): Promise<void> {
  if (user.uid !== undefined && user.gid !== undefined) await chown(dir, user.uid, user.gid)
  await chmod(dir, 0o700)
  // The locale C exists on every system and sorts the same way in every version.
  const args = ['-D', dir, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-instructions']
  if (!durable) args.push('--no-sync')
  const { code, output } = await run(join(binaries.binDir, 'initdb'), args, user)
  if (code === 0) return
  const hint =
    user.uid === undefined ? '' : `\nThe server runs as user id ${user.uid}, which needs access to this directory.`
  throw new Error(`initdb could not create a PostgreSQL cluster in ${dir}:\n${output}${hint}`)
}

async function run(program: string, args: string[], user: ServerUser) {
  const child = spawn(program, args, { ...user, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const code = await new Promise<number | null>((onClose, onError) => {
    child.once('error', onError)
    child.once('close', onClose)
  })
  return { code, output }
}
