import { createDatabase, dropDatabase } from '@quartermaster/local-postgres/database'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { signUpPolicy } from '../../src/access/may-sign-up.ts'
import type { AccountParts } from '../../src/accounts/account-parts.ts'
import { addAccount } from '../../src/accounts/create-account.ts'
import { openAccounts } from '../../src/accounts/open-accounts.ts'
import { createPasswords } from '../../src/accounts/sign-in/passwords.ts'
import { signIn } from '../../src/accounts/sign-in/sign-in.ts'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/db/database.ts'
import type { AccountId } from '../../src/ids.ts'
import { sendMails } from '../../src/workers/send-mails.ts'
import { startInbox } from './start-inbox.ts'

export const PUBLIC_URL = 'https://store.localhost'
export const PASSWORD = 'correct horse battery'
const SECRET_KEYS = `t1:${Buffer.alloc(32, 7).toString('base64')}`
const FROM = 'Vale Store <store@vale.example>'

/** Opens the accounts room on a separate database, with a real SMTP server that receives its mail. */
export async function startAccounts({
  env = {},
  sendMail = true,
}: { env?: Record<string, string>; sendMail?: boolean } = {}) {
  const cluster = { url: inject('clusterUrl') }
  const databaseUrl = await createDatabase(cluster, { template: inject('templateName') })
  const inbox = await startInbox()
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    SECRET_KEYS,
    PUBLIC_URL,
    SMTP_URL: inbox.url,
    MAIL_FROM: FROM,
    SIGN_UP: 'open',
    ...env,
  })
  const admin = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  admin.on('error', () => undefined)
  const database = openDatabase({ url: databaseUrl, poolSize: 5 })
  // Fast hashes keep the tests fast. One test in sign-in.test.ts checks the real cost.
  const passwords = createPasswords({ memory: 64, passes: 1 })
  const parts: AccountParts = {
    ...openAccounts(database.accounts, config, signUpPolicy(config.signUp)),
    passwords,
    minimumMs: 0,
  }
  const hashes = { count: 0 }
  const counting: AccountParts = { ...parts, passwords: countHashes(parts.passwords, hashes) }
  const log = () => undefined
  const mails = sendMail
    ? sendMails({
        accounts: database.accounts,
        sealer: parts.sealer,
        publicUrl: PUBLIC_URL,
        smtp: config.smtp,
        log,
        pollMs: 20,
      })
    : undefined
  afterAll(async () => {
    await mails?.stop()
    await database.close()
    await admin.end()
    await dropDatabase(cluster, databaseUrl)
  })
  let accountCount = 0

  return {
    parts: counting,
    database,
    databaseUrl,
    inbox,
    hashes,
    config,
    /** Runs SQL as the superuser, to inspect and prepare internal state. */
    query: async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> =>
      (await admin.query<T>(text, values)).rows,
    add: async ({ email = `person${++accountCount}@vale.example`, password = PASSWORD } = {}): Promise<Added> => ({
      id: await addAccount(parts, { email, name: 'Ana', password }),
      email,
    }),
    signIn: (email: string, password = PASSWORD, address = '203.0.113.7') =>
      signIn(counting, { email, password, address, userAgent: 'Test' }),
  }
}

type Added = { id: AccountId; email: string }

export type TestAccounts = Awaited<ReturnType<typeof startAccounts>>

/** Signs in to an account that has no second factor. */
export async function sessionOf(accounts: TestAccounts, email: string, address?: string) {
  const result = await accounts.signIn(email, PASSWORD, address)
  if (!('session' in result)) throw new Error('This account requires a second factor')
  return result.session
}

function countHashes(passwords: AccountParts['passwords'], hashes: { count: number }): AccountParts['passwords'] {
  const count =
    <T extends unknown[], R>(hashFunction: (...args: T) => R) =>
    (...args: T) => {
      hashes.count++
      return hashFunction(...args)
    }
  return { hash: count(passwords.hash), matches: count(passwords.matches) }
}
