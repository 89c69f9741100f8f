import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { serverUser } from '@quartermaster/local-postgres/server-user'
import { PROJECT_ROOT, serverProgram } from '../../e2e/kit/run-command.ts'

const DEPLOYED = join(PROJECT_ROOT, 'deploy/backup')
const STANZA = 'quartermaster'

/** A repository of pgBackRest with the configuration in deploy/backup, in which only names are replaced. */
export async function createArchive(folder: string, { dataDir, port }: { dataDir: string; port: number }) {
  const config = join(folder, 'pgbackrest.conf')
  const paths = Object.fromEntries(['repo', 'log', 'lock', 'spool'].map((name) => [name, join(folder, name)]))
  for (const path of [folder, ...Object.values(paths)]) {
    await mkdir(path, { recursive: true })
    await chmod(path, 0o755)
    const { uid, gid } = serverUser()
    if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
  }
  const names = {
    'repo1-path': paths['repo'],
    'pg1-path': dataDir,
    'pg1-port': String(port),
    'log-path': paths['log'],
    'lock-path': paths['lock'],
    'spool-path': paths['spool'],
  }
  const deployed = (await readFile(join(DEPLOYED, 'pgbackrest.conf'), 'utf8')).replaceAll(
    /^(repo1-path|pg1-p\w+)=.*$/gm,
    '',
  )
  const local = Object.entries(names).filter(([name]) => !name.startsWith('pg1'))
  const lines = [
    deployed.replace(
      '[global]',
      `[global]\nrepo1-cipher-pass=test\n${local.map(([name, value]) => `${name}=${value}`).join('\n')}`,
    ),
    `pg1-path=${dataDir}\npg1-port=${port}\npg1-socket-path=${folder}\npg1-user=postgres`,
  ]
  await writeFile(config, lines.join('\n'))
  const run = (...args: string[]) => runPgbackrest([`--config=${config}`, `--stanza=${STANZA}`, ...args])

  return {
    /** The settings of PostgreSQL, with a shorter timeout so that no trial has to wait for a minute. */
    settings: {
      ...readSettings(await readFile(join(DEPLOYED, 'archiving.conf'), 'utf8')),
      archive_command: `pgbackrest --config=${config} --stanza=${STANZA} archive-push %p`,
      archive_timeout: '2s',
      unix_socket_directories: folder,
      shared_buffers: '64MB',
    },
    config,
    create: () => run('stanza-create'),
    backup: (type: 'full' | 'diff') => run(`--type=${type}`, 'backup'),
    /** Runs the script with which operators test a restore. */
    testRestore: (database: string) =>
      runAsServerUser(join(DEPLOYED, 'test-restore'), [], {
        PGBACKREST_CONFIG: config,
        DATABASE: database,
        QUARTERMASTER: serverProgram(PROJECT_ROOT),
        TMPDIR: folder,
      }),
    async restore(target: string, moment: Date): Promise<void> {
      await run(
        `--pg1-path=${target}`,
        '--type=time',
        `--target=${moment.toISOString().replace('T', ' ').replace('Z', '+00')}`,
        '--target-action=promote',
        'restore',
      )
    },
  }
}

function readSettings(file: string): Record<string, string> {
  const lines = file.matchAll(/^(\w+) = '?(.*?)'?$/gm)
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]))
}

async function runPgbackrest(args: string[]): Promise<void> {
  await runAsServerUser('pgbackrest', args).catch((error: NodeJS.ErrnoException) => {
    // A folder of the path that the user of PostgreSQL may not open gives the second.
    if (error.code !== 'ENOENT' && error.code !== 'EACCES') throw error
    throw new Error('pgBackRest is missing. Run: apt-get install pgbackrest postgresql-15', { cause: error })
  })
}

async function runAsServerUser(program: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const settings = { ...serverUser(), cwd: '/', env: { ...process.env, ...env } }
  const child = spawn(program, args, { ...settings, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(child, 'close') as Promise<[number | null]>
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${output}${errors}`)
}
