import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

export const PLATFORMS = ['linux-x64', 'linux-arm64', 'win-x64'] as const
export type Platform = (typeof PLATFORMS)[number]

type Lock = { packages: Record<string, { version: string; integrity: string } | undefined> }

const ROOT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Unpacks the package with the Node of a platform, in the version and with the checksum of our lock file. Returns its folder. */
export async function fetchNode(platform: Platform, folder: string): Promise<string> {
  const name = `node-${platform}`
  const { version, integrity } = await readLocked(name)
  if (`v${version}` !== process.version)
    throw new Error(
      `The executables contain Node ${version}, but this is ${process.version}. Use \`npm run build:agent\`.`,
    )
  const target = join(folder, name)
  await mkdir(target, { recursive: true })
  const options = ['--silent', '--prefer-offline', '--pack-destination', target]
  const { stdout } = await run('npm', ['pack', `${name}@${version}`, ...options], { cwd: folder })
  const tarball = join(target, stdout.trim().split('\n').at(-1) ?? '')
  const found = `sha512-${createHash('sha512')
    .update(await readFile(tarball))
    .digest('base64')}`
  if (found !== integrity)
    throw new Error(`${name} ${version} has the checksum ${found}, but package-lock.json lists ${integrity}`)
  await run('tar', ['-xzf', tarball, '-C', target, '--strip-components=1'])
  return target
}

async function readLocked(name: string): Promise<{ version: string; integrity: string }> {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  const locked = packages[`node_modules/${name}`]
  if (!locked) throw new Error(`package-lock.json does not list ${name}`)
  return locked
}
