import { sql } from 'kysely'
import type { AccountsDb, AccountsTx } from '../../db/database.ts'
import type { AccountId } from '../../ids.ts'
import type { ProviderName } from '../providers/provider.ts'
import { removeSecondFactor } from '../second-factor/set-up-totp.ts'

/** Ways into an account that a password reset removes if they are newer than 30 days. Older ones are the owner's. */
export type AccessKind = 'passkeys' | 'second_factor' | 'providers' | 'tokens'

const RECENT = sql<Date>`now() - interval '30 days'`

export type RecentAccess = {
  passkeys: { name: string; createdAt: string }[]
  secondFactorAddedAt: string | null
  providers: { provider: ProviderName; name: string; connectedAt: string }[]
}

export async function listRecentAccess(db: AccountsDb, accountId: AccountId): Promise<RecentAccess> {
  const { rows } = await sql<RecentAccess>`
    select
      (select coalesce(json_agg(json_build_object('name', p.name, 'createdAt', wire_time(p.created_at)) order by p.id), '[]')
        from account_passkeys p where p.account_id = a.id and p.created_at > ${RECENT}) as passkeys,
      case when a.totp_confirmed_at > ${RECENT} then wire_time(a.totp_confirmed_at) end as "secondFactorAddedAt",
      (select coalesce(json_agg(json_build_object('provider', i.provider, 'name', i.name, 'connectedAt', wire_time(i.created_at))
        order by i.provider), '[]') from account_identities i where i.account_id = a.id and i.created_at > ${RECENT}) as providers
    from accounts a where a.id = ${accountId}`.execute(db)
  return rows[0] ?? { passkeys: [], secondFactorAddedAt: null, providers: [] }
}

/** Everything except API tokens, which belong to stores. */
export async function removeRecentAccess(
  tx: AccountsTx,
  { accountId, keep }: { accountId: AccountId; keep: readonly AccessKind[] },
): Promise<void> {
  if (!keep.includes('passkeys')) {
    await tx
      .deleteFrom('account_passkeys')
      .where('account_id', '=', accountId)
      .where('created_at', '>', RECENT)
      .execute()
  }
  if (!keep.includes('providers')) {
    await tx
      .deleteFrom('account_identities')
      .where('account_id', '=', accountId)
      .where('created_at', '>', RECENT)
      .execute()
  }
  if (keep.includes('second_factor')) return
  const isRecent = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('totp_confirmed_at', '>', RECENT)
    .executeTakeFirst()
  if (isRecent) await removeSecondFactor(tx, accountId)
}
