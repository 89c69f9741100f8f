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
}

export type CommandFilter = {
  storeId: StoreId
  state?: CommandState
  serverId?: GameServerId
  checkoutId?: CheckoutId
  player?: string
  most: number
}

/** The newest commands of a store, waiting and finished ones together. */
export async function listCommands(db: Db, filter: CommandFilter): Promise<CommandRow[]> {
  const { storeId, state = null, serverId = null, checkoutId = null, player = null, most } = filter
  const matches = sql`store_id = ${storeId}
    and (${serverId}::uuid is null or server_id = ${serverId})
    and (${checkoutId}::uuid is null or checkout_id = ${checkoutId})
    and (${player}::text is null or game_user_id = ${player})`
  const columns = sql`id, delivery_type, game_user_id, checkout_id, server_id, created_at, offered_at, products`
  return inStore(db, storeId, async (tx) => {
    const { rows } = await sql<CommandRow>`
      select * from (
        (select ${columns}, 'pending' as state, null::timestamptz as finished_at from pending_commands
         where ${matches} and coalesce(${state}, 'pending') = 'pending' order by id desc limit ${most})
        union all
        (select ${columns}, state, finished_at from delivery_ledger
         where ${matches} and state = coalesce(${state}, state) order by id desc limit ${most})
      ) both_tables order by id desc limit ${most}`.execute(tx)
    return rows
  })
}
