import { type QueryExecutorProvider, sql } from 'kysely'

const MONTHS_AHEAD = 4

/** Creates the monthly partitions of the ledger from last month to a few months ahead. Harmless to repeat. */
export async function makeLedgerPartitions(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select make_ledger_partitions(now() - interval '1 month', ${MONTHS_AHEAD + 2}::integer) as name`.execute(db)
  return rows.map(({ name }) => name)
}
