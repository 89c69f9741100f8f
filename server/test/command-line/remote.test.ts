import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManageClient } from '@quartermaster/sdk'
import { afterAll, expect, test, vi } from 'vitest'
import { createAccount } from '../../src/accounts/create-account.ts'
import { createPasswords } from '../../src/accounts/sign-in/passwords.ts'
import { startSession } from '../../src/accounts/sessions/session.ts'
import { codeOf } from '../../src/accounts/second-factor/totp.ts'
import { inAccounts } from '../../src/db/database.ts'
import { formatId } from '../../src/ids.ts'
import { startManagement } from '../manage/start-management.ts'
import { runCommand } from '../run-command.ts'
import { rememberKey } from '../start-store.ts'

// Each command starts a process, which takes half a second, and several on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const platform = await startManagement()
const home = await mkdtemp(join(tmpdir(), 'quartermaster-home-'))
afterAll(() => rm(home, { recursive: true }))

/** On another machine, which has no database and its own settings. */
const remotely = (line: string, stdin?: string) => runCommand(line.split(' '), { XDG_CONFIG_HOME: home }, stdin)
const locally = (line: string) => runCommand(line.split(' '), { DATABASE_URL: platform.databaseUrl })
const savedLogins = () => readFile(join(home, 'quartermaster', 'remote.json'), 'utf8')

test('a program signs in with a token, sees the same as on the machine of the database, and signs out', async () => {
  const storeId = await platform.createStore()
  await platform.createProduct(storeId)
  const store = formatId('sto', storeId)
  const token = await platform.createApiToken(storeId, ['store:read', 'catalog:read'])
  const { baseUrl: url } = platform

  const wrong = await remotely(`login --url ${url} --token qmt_wrong --json`)
  expect(wrong).toMatchObject({ code: 1, stderr: '' })
  expect(JSON.parse(wrong.stdout)).toMatchObject({ error: { code: 'unauthorized' } })
  await expect(savedLogins()).rejects.toThrow('ENOENT')

  const signedIn = await remotely(`login --url ${url} --token`, `${token}\n`)
  expect(signedIn).toMatchObject({ code: 0, stdout: expect.stringContaining(`of ${store} (`) as string })
  expect(signedIn.stdout + signedIn.stderr).not.toContain(token)
  const [there, here] = await Promise.all([remotely('product list --remote'), locally(`product list --store ${store}`)])
  expect(there).toEqual(here)
  expect(there).toMatchObject({ code: 0, stdout: expect.stringContaining('VIP Gold') as string })

  expect(await remotely('logout')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('until it is revoked') as string,
  })
  expect(await savedLogins()).not.toContain(token)
})

test('a person signs in with a password and a code, and logout ends the session', async () => {
  const password = 'correct horse battery'
  const { email, secret } = await newPerson(password)
  const next = Math.floor(Date.now() / 30_000) + 1
  const answers = `${email}\n${password}\n${codeOf(secret, next)}\n`
  const signedIn = await remotely(`login --url ${platform.baseUrl} --json`, answers)
  expect(signedIn.stderr).toBe('E-mail address: Password: Code of your authenticator app, or a recovery code: ')
  expect(JSON.parse(signedIn.stdout)).toMatchObject({ type: 'account', email, url: platform.baseUrl })

  const { logins } = JSON.parse(await savedLogins()) as { logins: { token: string }[] }
  const token = logins[0]?.token ?? ''
  rememberKey(token)
  const manage = createManageClient({ url: platform.baseUrl, token })
  expect(await manage.whoAmI()).toMatchObject({ email })
  expect(await remotely('logout --json')).toMatchObject({ code: 0 })
  await expect(manage.whoAmI()).rejects.toMatchObject({ status: 401 })
})

/** With an app for codes. */
async function newPerson(password: string): Promise<{ email: string; secret: string }> {
  const email = 'ada@vale.example'
  // The cost is part of the hash. This one is cheap.
  const passwordHash = await createPasswords({ memory: 64, passes: 1 }).hash(password)
  const { token } = await inAccounts(platform.database.accounts, async (tx) => {
    const accountId = await createAccount(tx, { email, name: 'Ada', passwordHash })
    return startSession(tx, { accountId, address: '127.0.0.1', userAgent: null })
  })
  rememberKey(token)
  const manage = createManageClient({ url: platform.baseUrl, token })
  const { challenge, secret } = await manage.startTotpSetup()
  await manage.confirmTotpSetup({ challenge, code: codeOf(secret, Math.floor(Date.now() / 30_000)) })
  return { email, secret }
}
