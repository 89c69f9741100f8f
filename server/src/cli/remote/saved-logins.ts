import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'

export type Login = {
  url: string
  token: string
  /** The store of an API token. Null for the session of an account. */
  storeId: string | null
}

const FILE = 'remote.json'

/** The login at this address, or the latest one. */
export async function readLogin(folder: string, url?: string): Promise<Login> {
  const logins = await readLogins(folder)
  const login = url === undefined ? logins[0] : logins.find((one) => one.url === url)
  if (login) return login
  const place = url === undefined ? '' : ` to ${url}`
  throw new AppError(
    'unauthorized',
    `You are not signed in${place}. Run \`quartermaster login --url ${url ?? 'https://…'}\` first.`,
  )
}

/** Keeps one login for each address, the latest first. */
export async function saveLogin(folder: string, login: Login): Promise<void> {
  const others = (await readLogins(folder)).filter(({ url }) => url !== login.url)
  await writeLogins(folder, [login, ...others])
}

export async function deleteLogin(folder: string, { url }: Login): Promise<void> {
  const others = (await readLogins(folder)).filter((login) => login.url !== url)
  await writeLogins(folder, others)
}

async function readLogins(folder: string): Promise<Login[]> {
  const text = await readFile(join(folder, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"logins":[]}'
    throw error
  })
  try {
    return (JSON.parse(text) as { logins: Login[] }).logins
  } catch {
    throw new AppError('not_configured', `${join(folder, FILE)} is damaged. Delete it and sign in again.`)
  }
}

/** Only the owner can read the file, at every moment. After a crash it is complete, old or new. */
async function writeLogins(folder: string, logins: Login[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, FILE)
  const next = `${path}.${process.pid}`
  await writeFile(next, `${JSON.stringify({ logins }, null, 2)}\n`, { mode: 0o600 })
  // The mode above applies only if the file did not exist.
  await chmod(next, 0o600)
  await rename(next, path)
}
