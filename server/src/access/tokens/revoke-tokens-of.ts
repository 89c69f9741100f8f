import { sql } from 'kysely'
import type { AccountsDb, AccountsTx } from '../../db/database.ts'
import { type AccountId, type ApiTokenId, formatId, type StoreId } from '../../ids.ts'
import { recordAudit } from '../record-audit.ts'

type Created = { accountId: AccountId; since: Date }

/** The active API tokens that an account created since then, in all its stores. */
export async function listTokensOf(
  db: AccountsDb,
  { accountId, since }: Created,
): Promise<{ name: string; createdAt: Date }[]> {
  return db
    .selectFrom('api_tokens')
    .select(['name', 'created_at as createdAt'])
    .where('created_by', '=', accountId)
    .where('created_at', '>=', since)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .limit(1_000)
    .execute()
}

/** Revokes these tokens. The audit log of each store shows it as done by the account. */
export async function revokeTokensOf(
  tx: AccountsTx,
  {
    accountId,
    email,
    since,
    ...entry
  }: Created & { email: string; action: string; address: string | null; requestId: string | null },
): Promise<void> {
  const { rows } = await sql<{ storeId: StoreId; id: ApiTokenId }>`
    update api_tokens set revoked_at = now()
    where created_by = ${accountId} and created_at >= ${since} and revoked_at is null
    returning store_id as "storeId", id`.execute(tx)
  const actor = { kind: 'member', id: accountId, name: email } as const
  for (const { storeId, id } of rows)
    await recordAudit(tx, { storeId, actor, subject: formatId('tok', id), details: {}, ...entry })
}
