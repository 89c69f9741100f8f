import { randomUUID } from 'node:crypto'
import { sendAlerts } from '../../src/access/alerts/send-alerts.ts'
import { createToken } from '../../src/access/tokens/create-token.ts'
import type { Role } from '../../src/access/permissions.ts'
import { createAccount } from '../../src/accounts/create-account.ts'
import { mailLabel } from '../../src/accounts/mail/add-mail.ts'
import { startSession } from '../../src/accounts/sessions/session.ts'
import { inAccounts, inStore } from '../../src/db/database.ts'
import { type AccountId, formatId, type MailId, type StoreId } from '../../src/ids.ts'
import { createSealer } from '../../src/seal.ts'
import { rememberKey, startStore } from '../start-store.ts'
import type { TestStore } from '../store-records.ts'

const MANAGE = '/api/manage/1.0'
const sealer = createSealer([{ id: 't1', key: Buffer.alloc(32, 7) }])

export type TestAccount = { accountId: AccountId; email: string; token: string }
type RequestOptions = { as?: string; body?: unknown; headers?: Record<string, string> }
type StoreResponse = Record<string, unknown> & {
  id: string
  items: Record<string, unknown>[]
  nextCursor: string | null
}

/** A running server with the management API, and functions that create signed-in callers. */
export async function startManagement(options: Parameters<typeof startStore>[0] = {}) {
  const store = await startStore({ ...options, manage: true })

  const request = (method: string, path: string, { as, body, headers }: RequestOptions = {}) =>
    store.call(method, MANAGE + path, {
      ...(as !== undefined && { key: `Bearer ${as}` }),
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    })

  async function addMember(storeId: StoreId, role: Role): Promise<TestAccount> {
    const account = await createSignedInAccount(store)
    const values = [storeId, account.accountId, role]
    await store.query('insert into store_members (store_id, account_id, role) values ($1, $2, $3)', values)
    return account
  }

  return {
    ...store,
    /** Every response is validated against the OpenAPI document. */
    request,
    createAccount: () => createSignedInAccount(store),
    createOperator: async (): Promise<TestAccount> => {
      const account = await createSignedInAccount(store)
      await store.query(
        `update accounts set is_operator = true, totp_sealed = '\\x00', totp_key_id = 't1', totp_confirmed_at = now(), totp_last_step = 0
         where id = $1`,
        [account.accountId],
      )
      return account
    },
    addMember,
    /** A new store, and a function that sends requests to it as a member with this role. */
    createStoreAs: async (role: Role, fields: Parameters<typeof store.createStore>[0] = {}) => {
      const storeId = await store.createStore(fields)
      const { token: as } = await addMember(storeId, role)
      return {
        storeId,
        request: async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
          const sent = { as, ...(body !== undefined && { body }), headers }
          const response = await request(method, storePath(storeId, path), sent)
          return { ...response, body: response.body as StoreResponse }
        },
      }
    },
    /** A token that no member created. */
    createApiToken: async (storeId: StoreId, scopes: string[]) => {
      const { token } = await inStore(store.database.app, storeId, (tx) =>
        createToken(tx, { storeId, name: 'a bot', scopes, expiresAt: null, by: null }),
      )
      rememberKey(token)
      return token
    },
    /** Queues the mails to owners that are due. */
    sendAlerts: () => sendAlerts({ db: store.database.accounts, sealer, publicUrl: 'https://store.example' }),
    /** The text of the latest mail to this address. */
    mailTo,
    /** The token in the latest invitation mail to this address. */
    invitationToken: (to: string) => tokenInMail(to, /#token=(qmi_\w+)/),
    /** The token in the latest mail that has a link to undo a change. */
    undoToken: (to: string) => tokenInMail(to, /#token=(qmu_\w+)/),
  }

  async function mailTo(to: string): Promise<string> {
    const [mail] = await store.query<{ id: MailId; sealed: Buffer; key_id: string }>(
      'select id, sealed, key_id from mails where recipient = $1 order by id desc',
      [to],
    )
    if (!mail) throw new Error(`there is no mail to ${to}`)
    return sealer.open({ keyId: mail.key_id, sealed: mail.sealed }, mailLabel(mail.id))
  }

  async function tokenInMail(to: string, pattern: RegExp): Promise<string> {
    const [, token = ''] = pattern.exec(await mailTo(to)) ?? []
    rememberKey(token)
    return token
  }
}

async function createSignedInAccount({ database }: TestStore): Promise<TestAccount> {
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

/** A response without its request id, to compare two error responses. */
export function withoutRequestId({ status, text }: { status: number; text: string }) {
  return { status, text: text.replace(/"requestId":"[^"]*"/, '') }
}
