import { sql } from 'kysely'
import type { AccountsDb } from '../db/database.ts'

const BATCH = 2_000

/** What nobody can use or ask for any more. Ended sessions stay for a month: they tell where an account is at home. */
const OLD = {
  account_sessions: sql`least(ended_at, expires_at) < now() - interval '30 days'`,
  account_links: sql`expires_at < now() - interval '7 days'`,
  account_challenges: sql`expires_at < now()`,
  sign_in_throttle: sql`last_at < now() - interval '2 days'`,
  mails: sql`next_at is null and created_at < now() - interval '30 days'`,
}

/** A part at a time, so that nobody waits for it. */
export async function cleanAccounts(db: AccountsDb): Promise<void> {
  for (const [table, isOld] of Object.entries(OLD)) {
    for (;;) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${isOld} limit ${BATCH}))`.execute(db)
      if (numAffectedRows < BigInt(BATCH)) break
    }
  }
}
