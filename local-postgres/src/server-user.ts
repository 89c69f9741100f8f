import { spawnSync } from 'node:child_process'

/** The spawn options for the user that runs the server. Empty for the current user. */
export type ServerUser = { uid?: number; gid?: number }

/** PostgreSQL does not run as root, so root starts it as an unprivileged system user. */
export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf(name, '-u')
    const gid = idOf(name, '-g')
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error(
    'PostgreSQL does not run as root, and this system has neither a user "postgres" nor "nobody". ' +
      'Do not run as root, or add a user with `useradd --system postgres`.',
  )
}

/** Runs the program, because the result depends on the permissions of all folders above it. */
export function canRun(program: string, user: ServerUser): boolean {
  return spawnSync(program, ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

function idOf(name: string, flag: '-u' | '-g'): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}
