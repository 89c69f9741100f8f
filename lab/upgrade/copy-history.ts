import { startProgress } from '../../e2e/kit/progress.ts'
import { withClient } from '../../e2e/kit/query.ts'

type Sale = { databaseUrl: string; storeId: string; checkoutId: string; checkouts: number }

/** The table, the condition for the rows of the sale ($1: store, $2: checkout), and what is different in each copy. */
const TABLES: [string, string, Record<string, string>][] = [
  [
    'checkouts',
    'original.id = $2',
    { id: copyOf('id'), game_user_id: `'copy-' || n`, created_at: `now() - n * interval '60 ms'` },
  ],
  ['checkout_lines', 'original.checkout_id = $2', { checkout_id: copyOf('checkout_id') }],
  [
    'entitlements',
    'original.id in (select entitlement_id from grants where store_id = $1 and checkout_id = $2)',
    { id: copyOf('id'), game_user_id: `'copy-' || n` },
  ],
  [
    'grants',
    'original.checkout_id = $2',
    { checkout_id: copyOf('checkout_id'), entitlement_id: copyOf('entitlement_id') },
  ],
  [
    'delivery_ledger',
    'original.checkout_id = $2',
    { id: copyOf('id'), checkout_id: copyOf('checkout_id'), game_user_id: `'copy-' || n` },
  ],
  [
    'events',
    'original.id = (select id from events where store_id = $1 and position($5 in body) > 0 limit 1)',
    { id: copyOf('id') },
  ],
]

/** Ids begin with their time, and each copy is 60 ms older than the one before. */
function copyOf(column: string): string {
  return `lpad(to_hex($4::bigint - n * 60), 12, '0') || substr(replace(original.${column}::text, '-', ''), 13)`
}

/** Copies a delivered sale with everything that belongs to it. Works with the tables of every version. */
export async function copyHistory({ databaseUrl, storeId, checkoutId, checkouts }: Sale): Promise<void> {
  const progress = startProgress('checkouts', TABLES.length + 1)
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ store: string; checkout: string }>(
      `select store_id as store, id as checkout from checkouts
       where type_id('sto', store_id) = $1 and type_id('chk', id) = $2`,
      [storeId, checkoutId],
    )
    const values = [rows[0]?.store, rows[0]?.checkout, checkouts, Date.now(), checkoutId]
    // The copies are consistent, and a million checks of foreign keys take minutes.
    await client.query('set session_replication_role = replica')
    await client.query('set synchronous_commit = off')
    for (const [table, condition, changes] of TABLES) {
      const pairs = Object.entries(changes).map(([column, value]) => `'${column}', ${value}`)
      await client.query(
        `with parameters as (select $1::uuid, $2::uuid, $3::int, $4::bigint, $5::text)
         insert into ${table} select copy.* from ${table} original, generate_series(1, $3::int) n,
           lateral jsonb_populate_record(original, jsonb_build_object(${pairs.join(', ')})) copy
         where original.store_id = $1 and ${condition}`,
        values,
      )
      progress.add(1)
    }
    await client.query('vacuum analyze')
  })
  progress.done()
}
