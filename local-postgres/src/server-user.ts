import { spawnSync } from 'node:child_process'

/** Whom the server runs as: the spawn options, and nothing when that is the present user. */
export type ServerUser = { uid?: number; gid?: number }

/** PostgreSQL refuses to run as root, so root lends the server to an ordinary system user. */
export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf(name, '-u')
    const gid = idOf(name, '-g')
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error(
    'PostgreSQL does not run as root, and this system has neither a user "postgres" nor "nobody": ' +
      'run as an ordinary user, or add one with `useradd --system postgres`',
  )
}

/** Answers by trying, because every folder above the program must let the user through. */
export function canRun(program: string, user: ServerUser): boolean {
  return spawnSync(program, ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

function idOf(name: string, flag: '-u' | '-g'): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}
