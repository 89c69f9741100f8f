import { afterAll } from 'vitest'
import { createAccount } from '../../src/accounts/create-account.ts'
import { createPasswords } from '../../src/accounts/sign-in/passwords.ts'
import { startSession } from '../../src/accounts/sessions/session.ts'
import { inAccounts } from '../../src/db/database.ts'
import type { AccountId } from '../../src/ids.ts'
import { createSealer } from '../../src/seal.ts'
import { sendMails } from '../../src/workers/send-mails.ts'
import { startStore } from '../start-store.ts'
import { PASSWORD, PUBLIC_URL } from './start-accounts.ts'
import { startInbox } from './start-inbox.ts'

export const OTHER_PASSWORD = 'another horse entirely'
export const UNKNOWN_SESSION = `ses_${'0'.repeat(26)}`
const MANAGE = '/api/manage/1.0'

type ManageResponse<T> = { status: number; body: T; text: string; headers: Headers }
type CallOptions = { token?: string; cookie?: string; origin?: string }
export type Started = { id: string; accountId: string; token: string | null; expiresAt: string }
type Person = { email: string; accountId: AccountId; token: string }

/** Starts a real server with the management API, and a mail server that receives its mail. */
export async function startManage({ env = {} }: { env?: Record<string, string> } = {}) {
  const store = await startStore({
    manage: true,
    env: { PUBLIC_URL, TRUST_PROXY: '127.0.0.1', SIGN_UP: 'open', ...env },
  })
  const inbox = await startInbox()
  const mails = sendMails({
    accounts: store.database.accounts,
    sealer: createSealer([{ id: 't1', key: Buffer.alloc(32, 7) }]),
    publicUrl: PUBLIC_URL,
    smtp: { url: inbox.url, from: 'store@vale.example' },
    log: () => undefined,
    pollMs: 20,
  })
  afterAll(() => mails.stop())
  // A fast hash keeps the tests fast. The hash contains its parameters, so sign-in accepts it.
  const passwordHash = await createPasswords({ memory: 64, passes: 1 }).hash(PASSWORD)
  let addressCount = 0
  let accountCount = 0

  /** Each call comes from a different address, so that the throttle does not apply. */
  async function call<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    { token, cookie, origin }: CallOptions = {},
  ): Promise<ManageResponse<T>> {
    const headers = {
      'x-forwarded-for': `10.9.${addressCount >> 8}.${++addressCount & 255}`,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { cookie }),
      ...(origin !== undefined && { origin }),
    }
    const response = await store.call(method, `${MANAGE}${path}`, { headers, ...(body !== undefined && { body }) })
    return response as ManageResponse<T>
  }

  return {
    call,
    inbox,
    query: (text: string, values: unknown[] = []) => store.query(text, values),
    createPerson: (): Promise<Person> =>
      inAccounts(store.database.accounts, async (tx) => {
        const email = `person${++accountCount}@vale.example`
        const accountId = await createAccount(tx, { email, name: 'Ana', passwordHash })
        const { token } = await startSession(tx, { accountId, address: '127.0.0.1', userAgent: null })
        return { email, accountId, token }
      }),
    signIn: async (email: string): Promise<string> => {
      const credentials = { email, password: PASSWORD, sessionType: 'token' }
      const { body } = await call<{ session: Started | null }>('POST', '/account/sign-in', credentials)
      return body.session?.token ?? ''
    },
  }
}

/** The parts of a response that a client can compare: without the date and the request id, which always differ. */
export function comparable({ status, text, headers }: ManageResponse<unknown>) {
  const names = [...headers.keys()].filter((name) => !['date', 'x-request-id'].includes(name))
  return { status, names, text: text.replace(/"requestId":"[^"]*"/, '') }
}
