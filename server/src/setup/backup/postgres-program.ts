import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { childEnvironment } from '../../config/config.ts'
import { AppError } from '../../errors.ts'

export type Program = 'pg_dump' | 'pg_restore' | 'pgbackrest'

/** Parameters that both node-postgres and libpq know. */
const PARAMETERS = ['host', 'port', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'connect_timeout']
const MAX_MESSAGE = 600

/** The major version of the program, which must be at least `least`. `why` ends the sentence about an older one. */
export async function requireProgram(program: Program, least: number, why: string): Promise<number> {
  const advice = `Install the client programs of PostgreSQL ${least} or newer, for example with \`apt-get install postgresql-client-${least}\`.`
  const output = await runProgram(program, ['--version']).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    throw new AppError('not_configured', `${program} is not installed. ${advice}`, { cause: error })
  })
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(output)?.[1])
  if (major >= least) return major
  throw new AppError('not_configured', `${program} is version ${major || output.trim()}, but ${why}. ${advice}`)
}

/** Returns the output. */
export async function runProgram(program: Program, args: string[], databaseUrl?: string): Promise<string> {
  return readProgram(program, args, text, databaseUrl)
}

/** Streams the output to `read`. Rejects if the program fails. */
export async function readProgram<T>(
  program: Program,
  args: string[],
  read: (output: Readable) => Promise<T>,
  databaseUrl?: string,
): Promise<T> {
  const { url, password } = databaseUrl === undefined ? {} : splitUrl(databaseUrl)
  const all = url === undefined ? args : [...args, `--dbname=${url}`, '--no-password']
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(program, all, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Other users of the machine can read the arguments of a process, but not its environment.
    env: childEnvironment(password === undefined ? {} : { PGPASSWORD: password }),
  })
  const closed = once(child, 'close') as Promise<[number | null]>
  const [result, errors, [code]] = await Promise.all([read(child.stdout), text(child.stderr), closed])
  if (code === 0) return result
  throw new AppError('unavailable', `${program} failed: ${errors.trim().slice(0, MAX_MESSAGE)}`)
}

function splitUrl(databaseUrl: string): { url: string; password: string | undefined } {
  const url = new URL(databaseUrl)
  const password = url.password === '' ? undefined : decodeURIComponent(url.password)
  url.password = ''
  // For node-postgres this means encryption without a check of the certificate; libpq calls it `require`.
  if (url.searchParams.get('sslmode') === 'no-verify') url.searchParams.set('sslmode', 'require')
  const unknown = [...url.searchParams.keys()].filter((name) => !PARAMETERS.includes(name))
  for (const name of unknown) url.searchParams.delete(name)
  return { url: url.href, password }
}
