import { sql } from 'kysely'
import type { AccountsDb, AccountsTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { AccountId, SessionId } from '../../ids.ts'

/** Ends one session of the account. Ending it again has no effect. */
export async function endSession(
  db: AccountsDb | AccountsTx,
  { accountId, sessionId }: { accountId: AccountId; sessionId: SessionId },
): Promise<void> {
  const found = await db
    .updateTable('account_sessions')
    .set({ ended_at: sql<Date>`coalesce(ended_at, now())` })
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (found.numUpdatedRows === 0n) throw new AppError('not_found', 'There is no such session')
}

/** Ends all sessions except one, and sign-ins that wait for a second factor. */
export async function endSessions(
  db: AccountsDb | AccountsTx,
  { accountId, except }: { accountId: AccountId; except?: SessionId },
): Promise<number> {
  const ended = await db
    .updateTable('account_sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? null))
    .executeTakeFirst()
  await db
    .deleteFrom('account_challenges')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'second_factor')
    .execute()
  return Number(ended.numUpdatedRows)
}
