import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { AppError } from '../../errors.ts'

const NAME = 'quartermaster'
const MAX_MESSAGE = 600

/** The address of the database that `createLocalDatabase` creates. PostgreSQL chooses the port when it is installed. */
export async function findLocalDatabase(password: string): Promise<string> {
  const port = (await runPsql('show port;')).trim()
  return `postgres://${NAME}:${password}@127.0.0.1:${port}/${NAME}`
}

/** Creates the user and the database of this address in the PostgreSQL of this machine, or sets the password of the user again. */
export async function createLocalDatabase(databaseUrl: string): Promise<void> {
  const { password } = new URL(databaseUrl)
  // The password becomes a part of the statement.
  if (!/^[\w-]+$/.test(password)) throw new Error('The password has other characters than a generated one')
  await runPsql(`
    select 'create role ${NAME}' where not exists (select from pg_roles where rolname = '${NAME}') \\gexec
    alter role ${NAME} login createrole password '${password}';
    select 'create database ${NAME} owner ${NAME} template template0 encoding ''UTF8'' locale ''C.UTF-8'''
    where not exists (select from pg_database where datname = '${NAME}') \\gexec
  `)
}

/** Runs statements as the superuser of the database, who is a user of the machine. */
async function runPsql(statements: string): Promise<string> {
  if (process.getuid?.() !== 0)
    throw new AppError(
      'forbidden',
      'Only root can create a database in PostgreSQL on this machine. Run setup with sudo, or name a database with --database-url.',
    )
  const options = ['--no-psqlrc', '--quiet', '--tuples-only', '--no-align', '--set=ON_ERROR_STOP=1']
  const child = spawn('runuser', ['-u', 'postgres', '--', 'psql', ...options], { cwd: '/', stdio: 'pipe' })
  child.stdin.on('error', () => undefined)
  child.stdin.end(statements)
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  if (code === 0) return output
  throw new AppError(
    'unavailable',
    `PostgreSQL on this machine cannot be used: ${errors.trim().slice(0, MAX_MESSAGE)}\nInstall it with \`apt install postgresql\`, or name a database with --database-url.`,
  )
}
