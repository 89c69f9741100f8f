import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { CommandId, StoreId } from '../ids.ts'

/** Takes waiting elements out of the queue for good. Answers with those that were still there. */
export async function moveToCancelled(
  tx: Tx,
  { storeId, ids, by }: { storeId: StoreId; ids: CommandId[]; by: 'refund' | 'operator' },
): Promise<CommandId[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: CommandId }>`
    with gone as (
      delete from pending_commands where store_id = ${storeId} and id = any(${ids}::uuid[])
      returning store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos, unit, products,
        resend_of, created_at, offered_at
    )
    insert into delivery_ledger (store_id, id, server_id, position, checkout_id, game_user_id, delivery_type, line_nos,
      unit, products, resend_of, created_at, offered_at, state, cancelled_by)
    select gone.*, 'cancelled', ${by} from gone
    returning id`.execute(tx)
  return rows.map((row) => row.id)
}
