import { randomUUID } from 'node:crypto'
import { createToken } from '../../src/access/create-token.ts'
import type { Role } from '../../src/access/permissions.ts'
import { createAccount } from '../../src/accounts/create-account.ts'
import { startSession } from '../../src/accounts/sessions/session.ts'
import { inAccounts, inStore } from '../../src/db/database.ts'
import { type AccountId, formatId, type StoreId } from '../../src/ids.ts'
import { rememberKey, startStore } from '../start-store.ts'
import type { TestStore } from '../store-records.ts'

const MANAGE = '/api/manage/1.0'

export type TestPerson = { accountId: AccountId; email: string; token: string }
type Ask = { as?: string; body?: unknown; headers?: Record<string, string> }

/** A running store platform, people who have signed in, and a way to ask the management surface. */
export async function openDesk(options: Parameters<typeof startStore>[0] = {}) {
  const store = await startStore({ ...options, manage: true })

  return {
    ...store,
    /** Every answer is held against the published document. */
    ask: (method: string, path: string, { as, body, headers }: Ask = {}) =>
      store.call(method, MANAGE + path, {
        ...(as !== undefined && { key: `Bearer ${as}` }),
        ...(body !== undefined && { body }),
        ...(headers && { headers }),
      }),
    person: () => signUp(store),
    operator: async () => {
      const person = await signUp(store)
      await store.query(
        `update accounts set is_operator = true, totp_sealed = '\\x00', totp_key_id = 't1', totp_confirmed_at = now(), totp_last_step = 0
         where id = $1`,
        [person.accountId],
      )
      return person
    },
    member: async (storeId: StoreId, role: Role) => {
      const person = await signUp(store)
      await store.query('insert into store_members (store_id, account_id, role) values ($1, $2, $3)', [
        storeId,
        person.accountId,
        role,
      ])
      return person
    },
    /** A token that stands on its own. */
    token: async (storeId: StoreId, scopes: string[]) => {
      const { token } = await inStore(store.database.app, storeId, (tx) =>
        createToken(tx, { storeId, name: 'a bot', scopes, expiresAt: null, by: null }),
      )
      rememberKey(token)
      return token
    },
  }
}

export type Desk = Awaited<ReturnType<typeof openDesk>>

async function signUp({ database }: TestStore): Promise<TestPerson> {
  const email = `${randomUUID()}@vale.example`
  return inAccounts(database.accounts, async (tx) => {
    const accountId = await createAccount(tx, { email, name: 'Ana', passwordHash: null })
    const { token } = await startSession(tx, { accountId, address: '127.0.0.1', userAgent: null })
    rememberKey(token)
    return { accountId, email, token }
  })
}

export function storePath(storeId: StoreId, rest = ''): string {
  return `/stores/${formatId('sto', storeId)}${rest}`
}
