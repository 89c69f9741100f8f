import { sql } from 'kysely'
import { type Db, inStore } from '../db/database.ts'
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
  receipt: string | null
}

export type CommandFilter = {
  storeId: StoreId
  commandId?: CommandId
  state?: CommandState
  serverId?: GameServerId
  checkoutId?: CheckoutId
  player?: string
  most: number
}

/** The newest commands of a store, waiting and finished ones together. */
export async function listCommands(db: Db, filter: CommandFilter): Promise<CommandRow[]> {
  const { storeId, commandId = null, state = null, serverId = null, checkoutId = null, player = null, most } = filter
  const matches = sql`store_id = ${storeId}
    and (${commandId}::uuid is null or id = ${commandId})
    and (${serverId}::uuid is null or server_id = ${serverId})
    and (${checkoutId}::uuid is null or checkout_id = ${checkoutId})
    and (${player}::text is null or game_user_id = ${player})`
  const waiting = sql`case when held is not null then 'held' when ready_at is not null then 'resting' else 'pending' end`
  const columns = sql`id, delivery_type, game_user_id, checkout_id, server_id, created_at, offered_at, products`
  return inStore(db, storeId, async (tx) => {
    const { rows } = await sql<CommandRow>`
      select * from (
        (select ${columns}, ${waiting} as state, null::timestamptz as finished_at, attempts, steps_done, ready_at, null as receipt
         from pending_commands where ${matches} and ${waiting} = coalesce(${state}, ${waiting}) order by id desc limit ${most})
        union all
        (select ${columns}, state, finished_at, 0, 0, null, receipt from delivery_ledger
         where ${matches} and state = coalesce(${state}, state) order by id desc limit ${most})
      ) both_tables order by id desc limit ${most}`.execute(tx)
    return rows
  })
}
