import { sql } from 'kysely'
import type { AccountsDb } from '../db/database.ts'

const BATCH = 2_000

/** Ended sessions are kept for a month, because throttling uses the networks that an account was used from. */
const EXPIRED = [
  { table: 'account_sessions', isExpired: sql`least(ended_at, expires_at) < now() - interval '30 days'` },
  { table: 'account_links', isExpired: sql`expires_at < now() - interval '7 days'` },
  { table: 'account_undos', isExpired: sql`expires_at < now()` },
  { table: 'account_challenges', isExpired: sql`expires_at < now()` },
  { table: 'sign_in_throttle', isExpired: sql`last_at < now() - interval '2 days'` },
  { table: 'mails', isExpired: sql`next_at is null and created_at < now() - interval '30 days'` },
]

/** Deletes in batches to keep locks short. */
export async function cleanAccounts(db: AccountsDb): Promise<void> {
  for (const { table, isExpired } of EXPIRED) {
    for (;;) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${isExpired} limit ${BATCH}))`.execute(db)
      if (numAffectedRows < BigInt(BATCH)) break
    }
  }
}
