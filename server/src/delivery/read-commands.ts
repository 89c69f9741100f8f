import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { CheckoutId, CommandId, GameServerId, StoreId } from '../ids.ts'
import type { CommandState, DeliveryType } from './delivery-command.ts'

export type CommandRow = {
  id: CommandId
  state: CommandState
  delivery_type: DeliveryType
  game_user_id: string
  checkout_id: CheckoutId
  server_id: GameServerId | null
  created_at: Date
  offered_at: Date | null
  finished_at: Date | null
  products: string
  attempts: number
  /** Console commands of it that ran, of one that is not finished. */
  steps_done: number
  /** Of one that rests: when it comes again. */
  ready_at: Date | null
  /** Why it is held. */
  held: 'failed' | 'in_doubt' | null
  receipt: string | null
  cancelled_by: 'refund' | 'operator' | null
  /** It was cancelled after it was offered, and run all the same. */
  late_report_at: Date | null
  resend_of: CommandId | null
}

/** A row of the queue is in one of three states. */
export const WAITING_STATE = sql`case when held is not null then 'held' when ready_at is not null then 'resting' else 'pending' end`

/** Some commands of a store, wherever they are by now, newest first. */
export async function readCommands(
  tx: Tx,
  { storeId, ids }: { storeId: StoreId; ids: CommandId[] },
): Promise<CommandRow[]> {
  if (ids.length === 0) return []
  const columns = sql`id, delivery_type, game_user_id, checkout_id, server_id, created_at, offered_at, products, resend_of`
  // Each by its whole key: the month of a command is known by its id.
  const { rows } = await sql<CommandRow>`
    select found.* from unnest(${ids}::uuid[]) as wanted (id) cross join lateral (
      select ${columns}, ${WAITING_STATE} as state, null::timestamptz as finished_at, attempts, steps_done, ready_at, held,
        null as receipt, null as cancelled_by, null::timestamptz as late_report_at
      from pending_commands where store_id = ${storeId} and id = wanted.id
      union all
      select ${columns}, state, finished_at, 0, 0, null, null, receipt, cancelled_by, late_report_at
      from delivery_ledger where store_id = ${storeId} and id = wanted.id
      offset 0) found
    order by found.id desc`.execute(tx)
  return rows
}
