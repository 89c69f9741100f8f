import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'
import type { Choice, Count } from './redelivery.ts'
import { requireChoice } from './require-choice.ts'
import { type Tally, tallyOf } from './tally.ts'
import { verdicts } from './verdicts.ts'

/** A store with a long history is read as a whole. */
const PATIENCE = '60s'

type Row = Count & { isTotal: boolean; entitlements: number; players: number }

/** The dry run: what a redelivery that starts now would send, and what it would leave out. Changes nothing. */
export async function previewRedelivery(
  tx: Tx,
  { storeId, choice }: { storeId: StoreId; choice: Choice },
): Promise<Tally> {
  await requireChoice(tx, { storeId, choice })
  const frame = sql`
    select ${choice.productIds ?? null}::uuid[] as product_ids, ${choice.serverIds ?? null}::uuid[] as server_ids,
      ${choice.gameUserIds ?? null}::text[] as game_user_ids, ${choice.purchasedFrom ?? null}::timestamptz as purchased_from,
      ${choice.purchasedUntil ?? null}::timestamptz as purchased_until,
      coalesce(${choice.wipedAt ?? null}::timestamptz, now()) as wiped_at, now() as created_at`
  await sql`select set_config('statement_timeout', ${PATIENCE}, true), set_config('jit', 'off', true)`.execute(tx)
  const { rows } = await sql<Row>`
    ${verdicts({ storeId, frame, which: sql`true` })}
    select product_id as "productId", server_id as "serverId", outcome, count(*)::integer as items,
      grouping(product_id) = 1 as "isTotal",
      (count(distinct entitlement_id) filter (where outcome = 'sent'))::integer as entitlements,
      (count(distinct game_user_id) filter (where outcome = 'sent'))::integer as players
    from verdict
    group by grouping sets ((product_id, server_id, outcome), ())
    order by product_id, server_id, outcome`.execute(tx)
  const total = rows.find((row) => row.isTotal)
  const counts = rows
    .filter((row) => !row.isTotal)
    .map(({ productId, serverId, outcome, items }) => ({ productId, serverId, outcome, items }))
  return tallyOf(counts, { entitlements: total?.entitlements ?? 0, players: total?.players ?? 0 })
}
