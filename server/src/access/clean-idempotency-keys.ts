import { sql } from 'kysely'
import { type AccountsDb, inScope, type ReaderDb } from '../db/database.ts'

const SCOPES_AT_ONCE = 1_000

/** Answers that nobody can ask for any more, in all scopes. */
export async function cleanIdempotencyKeys(accounts: AccountsDb, reader: ReaderDb): Promise<void> {
  const old = sql`created_at < now() - interval '24 hours'`
  for (;;) {
    const { rows } = await sql<{ scope: string }>`
      select distinct scope from idempotent_responses where ${old} limit ${SCOPES_AT_ONCE}`.execute(reader)
    for (const { scope } of rows) {
      await inScope(accounts, scope, (tx) =>
        sql`delete from idempotent_responses where scope = ${scope} and ${old}`.execute(tx),
      )
    }
    if (rows.length < SCOPES_AT_ONCE) return
  }
}
