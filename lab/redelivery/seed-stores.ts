import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { queryRow } from '../../e2e/kit/query.ts'

/** The number of entitlements in the quiet store. The busy store has a tenth of it, a third store a hundredth. */
type Size = { entitlements: number; seed: number }

/** What is delivered again: everything on the servers that were wiped. */
type SeededStore = { storeId: string; serverIds: string[]; productIds: string[]; wipedAt: string }
export type SeededStores = { quiet: SeededStore; busy: SeededStore }

/**
 * Fills a migrated database with SQL. The deliveries that a redelivery must create follow from the state of each
 * entitlement alone, without code of the product.
 */
export async function seedStores(databaseUrl: string, { entitlements, seed }: Size): Promise<SeededStores> {
  const sql = await readFile(new URL('seed-stores.sql', import.meta.url), 'utf8')
  const variables = { seed, entitlements, first_ms: Date.now() - 30 * 86_400_000 }
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: '-c session_replication_role=replica -c synchronous_commit=off -c work_mem=64MB -c jit=off',
  })
  await client.connect()
  try {
    await client.query(
      sql.replaceAll(/:(seed|entitlements|first_ms)\b/g, (_, name: keyof typeof variables) => String(variables[name])),
    )
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
  return { quiet: await readStore(databaseUrl, 1), busy: await readStore(databaseUrl, 2) }
}

function readStore(databaseUrl: string, store: number): Promise<SeededStore> {
  return queryRow<SeededStore>(
    databaseUrl,
    `select type_id('sto', trial.id('sto', $1)) as "storeId",
       array[type_id('srv', trial.id('srv', $1 * 10 + 1)), type_id('srv', trial.id('srv', $1 * 10 + 2))] as "serverIds",
       array(select type_id('prd', product_id) from trial.products where store = $1 and no < 5) as "productIds",
       to_char(now() at time zone 'UTC' - interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "wipedAt"`,
    [store],
  )
}
