import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../../errors.ts'
import { addSealingKey } from '../add-sealing-key.ts'
import { migrate } from '../migrate.ts'
import { createLocalDatabase, findLocalDatabase } from './create-local-database.ts'

const DATABASE_URL_FILE = 'database-url'
const SECRET_KEYS_FILE = 'secret-keys'
const PASSWORD_BYTES = 24

type Installation = {
  /** The configuration file, which does not exist yet. */
  file: string
  domain: string
  /** A database that exists. Without it, one is created in the PostgreSQL of this machine. */
  databaseUrl: string | undefined
}

/**
 * Prepares the database, creates secrets and writes the configuration file, which comes last: if something fails before, `setup` can
 * be repeated and keeps the secrets that it created.
 */
export async function install({ file, domain, databaseUrl }: Installation): Promise<void> {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o750 }).catch((error: unknown) => explainMissingRight(error, folder))
  const url = await writeDatabaseUrl(join(folder, DATABASE_URL_FILE), databaseUrl)
  if (databaseUrl === undefined) await createLocalDatabase(url)
  await migrate(url)
  const keys = join(folder, SECRET_KEYS_FILE)
  if (!existsSync(keys)) await addSealingKey(keys)
  await shareWithGroup(keys)
  await writeShared(file, describeSettings(domain))
}

/** Everything on one domain suits an owner. Hosting companies use two, which docs/operate.md explains. */
export function hostsOf(domain: string) {
  return { management: `manage.${domain}`, api: `api.${domain}`, stores: `*.${domain}` }
}

function describeSettings(domain: string): string {
  return `# Written by \`quartermaster setup\`. Restart the server after a change: systemctl restart quartermaster
# \`quartermaster doctor\` checks this file, and \`quartermaster serve --help\` lists all settings.
database_url_file = "${DATABASE_URL_FILE}"
secret_keys_file = "${SECRET_KEYS_FILE}"    # keep a copy elsewhere: without it, secrets in a backup cannot be read
public_url = "https://${hostsOf(domain).management}"
storefront_domain = "${domain}"
single_owner = true
trust_proxy = ["127.0.0.1", "::1"]
# smtp_url = "smtps://user:password@mail.example:465"
# mail_from = "Vale Store <store@${domain}>"
`
}

/** An earlier attempt that failed has left its password here. */
async function writeDatabaseUrl(file: string, given: string | undefined): Promise<string> {
  if (given === undefined && existsSync(file)) return (await readFile(file, 'utf8')).trim()
  const url = given ?? (await findLocalDatabase(randomBytes(PASSWORD_BYTES).toString('base64url')))
  await writeShared(file, `${url}\n`)
  return url
}

async function writeShared(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600 }).catch((error: unknown) => explainMissingRight(error, file))
  await shareWithGroup(file)
}

/** The folder belongs to the group of the server, which may read its files and not change them. */
async function shareWithGroup(file: string): Promise<void> {
  const { uid } = await stat(file)
  await chown(file, uid, (await stat(dirname(file))).gid)
  await chmod(file, 0o640)
}

function explainMissingRight(error: unknown, path: string): never {
  if (!(error instanceof Error && 'code' in error && error.code === 'EACCES')) throw error
  throw new AppError('forbidden', `${path} cannot be written by this user. Run setup with sudo.`, { cause: error })
}
