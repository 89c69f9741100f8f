import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'
import type { Selection, RedeliveryCount } from './redelivery.ts'
import { requireSelection } from './require-selection.ts'
import { type RedeliverySummary, summarizeRedelivery } from './summarize-redelivery.ts'
import { selectOutcomes } from './select-outcomes.ts'

/** A preview reads all entitlements of a store. */
const STATEMENT_TIMEOUT = '60s'

type Row = RedeliveryCount & { isTotal: boolean; entitlements: number; players: number }

/** Counts what a redelivery that starts now would send and skip. Changes nothing. */
export async function previewRedelivery(
  tx: Tx,
  { storeId, selection }: { storeId: StoreId; selection: Selection },
): Promise<RedeliverySummary> {
  await requireSelection(tx, { storeId, selection })
  const redelivery = sql`
    select ${selection.productIds ?? null}::uuid[] as product_ids, ${selection.serverIds ?? null}::uuid[] as server_ids,
      ${selection.gameUserIds ?? null}::text[] as game_user_ids, ${selection.purchasedFrom ?? null}::timestamptz as purchased_from,
      ${selection.purchasedUntil ?? null}::timestamptz as purchased_until,
      coalesce(${selection.wipedAt ?? null}::timestamptz, now()) as wiped_at, now() as created_at`
  await sql`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true), set_config('jit', 'off', true)`.execute(
    tx,
  )
  const { rows } = await sql<Row>`
    ${selectOutcomes({ storeId, redelivery, condition: sql`true` })}
    select product_id as "productId", server_id as "serverId", outcome, count(*)::integer as items,
      grouping(product_id) = 1 as "isTotal",
      (count(distinct entitlement_id) filter (where outcome = 'sent'))::integer as entitlements,
      (count(distinct game_user_id) filter (where outcome = 'sent'))::integer as players
    from outcomes
    group by grouping sets ((product_id, server_id, outcome), ())
    order by product_id, server_id, outcome`.execute(tx)
  const total = rows.find((row) => row.isTotal)
  const counts = rows
    .filter((row) => !row.isTotal)
    .map(({ productId, serverId, outcome, items }) => ({ productId, serverId, outcome, items }))
  return summarizeRedelivery(counts, { entitlements: total?.entitlements ?? 0, players: total?.players ?? 0 })
}
