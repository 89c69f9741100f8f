import { sql } from 'kysely'
import type { AccountsDb, ReaderDb } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { AccountId } from '../ids.ts'
import { requireLine } from '../text.ts'
import type { OptionalAlert } from './mail/muted-alerts.ts'
import type { ProviderName } from './providers/provider.ts'

export type AccountDetails = {
  id: AccountId
  email: string
  name: string
  isOperator: boolean
  createdAt: Date
  hasPassword: boolean
  totpEnabledAt: Date | null
  remainingRecoveryCodes: number
  passkeyCount: number
  mutedAlerts: OptionalAlert[]
  providers: { provider: ProviderName; name: string; connectedAt: string }[]
}

export async function showAccount(db: AccountsDb, accountId: AccountId): Promise<AccountDetails> {
  const { rows } = await sql<AccountDetails>`
    select a.id, a.email, a.name, a.is_operator as "isOperator", a.created_at as "createdAt",
      a.password_hash is not null as "hasPassword", a.muted_alerts as "mutedAlerts", a.totp_confirmed_at as "totpEnabledAt",
      (select count(*)::integer from account_recovery_codes c where c.account_id = a.id and c.used_at is null) as "remainingRecoveryCodes",
      (select count(*)::integer from account_passkeys p where p.account_id = a.id) as "passkeyCount",
      (select coalesce(json_agg(json_build_object('provider', i.provider, 'name', i.name, 'connectedAt', wire_time(i.created_at))
        order by i.provider), '[]') from account_identities i where i.account_id = a.id) as providers
    from accounts a where a.id = ${accountId} and a.closed_at is null`.execute(db)
  const [account] = rows
  if (!account) throw new AppError('not_found', 'There is no such account')
  return account
}

export async function renameAccount(
  db: AccountsDb,
  { accountId, name }: { accountId: AccountId; name: string },
): Promise<void> {
  const renamed = await db
    .updateTable('accounts')
    .set({ name: requireLine('The name', name, { max: 100 }) })
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (renamed.numUpdatedRows !== 1n) throw new AppError('not_found', 'There is no such account')
}

/** Names and addresses of accounts, for lists of members and the audit log. */
export async function nameAccounts(
  db: AccountsDb | ReaderDb,
  ids: AccountId[],
): Promise<Map<AccountId, { name: string; email: string | null }>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('accounts').select(['id', 'name', 'email']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name, email }) => [id, { name, email }]))
}
