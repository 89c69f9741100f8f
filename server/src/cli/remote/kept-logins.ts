import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'

/** Where somebody has signed in, and with what. */
export type Login = {
  url: string
  token: string
  /** Of a token that belongs to one store. */
  storeId: string | null
}

const FILE = 'remote.json'

/** Of this address, or the newest one. */
export async function readLogin(folder: string, url?: string): Promise<Login> {
  const logins = await readLogins(folder)
  const login = url === undefined ? logins[0] : logins.find((one) => one.url === url)
  if (login) return login
  throw new AppError(
    'unauthorized',
    `You have not signed in${url === undefined ? '' : ` at ${url}`}; run \`quartermaster login --url ${url ?? 'https://…'}\` first`,
  )
}

/** The newest comes first; one for each address. */
export async function keepLogin(folder: string, login: Login): Promise<void> {
  const others = (await readLogins(folder)).filter(({ url }) => url !== login.url)
  await writeLogins(folder, [login, ...others])
}

export async function forgetLogin(folder: string, { url }: Login): Promise<void> {
  const logins = await readLogins(folder)
  await writeLogins(
    folder,
    logins.filter((login) => login.url !== url),
  )
}

async function readLogins(folder: string): Promise<Login[]> {
  const text = await readFile(join(folder, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"logins":[]}'
    throw error
  })
  try {
    return (JSON.parse(text) as { logins: Login[] }).logins
  } catch {
    throw new AppError('not_configured', `${join(folder, FILE)} cannot be read; remove it and sign in again`)
  }
}

/** Only its owner may read it, from its first byte on; a crash leaves the old one or the new one. */
async function writeLogins(folder: string, logins: Login[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, FILE)
  const next = `${path}.${process.pid}`
  await writeFile(next, `${JSON.stringify({ logins }, null, 2)}\n`, { mode: 0o600 })
  // The mode above is only for a file that did not exist.
  await chmod(next, 0o600)
  await rename(next, path)
}
