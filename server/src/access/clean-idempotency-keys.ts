import { sql } from 'kysely'
import { type AccountsDb, inScope, type ReaderDb } from '../db/database.ts'

const BATCH_SIZE = 1_000

/** Deletes stored responses that are too old to be replayed, in all scopes. */
export async function cleanIdempotencyKeys(accounts: AccountsDb, reader: ReaderDb): Promise<void> {
  const isExpired = sql`created_at < now() - interval '24 hours'`
  for (;;) {
    const { rows } = await sql<{ scope: string }>`
      select distinct scope from idempotent_responses where ${isExpired} limit ${BATCH_SIZE}`.execute(reader)
    for (const { scope } of rows) {
      await inScope(accounts, scope, (tx) =>
        sql`delete from idempotent_responses where scope = ${scope} and ${isExpired}`.execute(tx),
      )
    }
    if (rows.length < BATCH_SIZE) return
  }
}
