import { sql } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import type { GameServerId, StoreId } from '../../ids.ts'
import { chooseWindow, type Waiting } from './choose-window.ts'
import { type PendingDelivery, WINDOW } from './list-pending.ts'
import { READY } from './is-ready.ts'

type Server = { storeId: StoreId; serverId: GameServerId }

/** The part of a very long queue that this poll gets. The next poll goes on where this one ended. */
export async function listWindow(db: GatewayDb, server: Server): Promise<PendingDelivery[]> {
  const { storeId, serverId } = server
  const { rows: waiting } = await sql<Waiting>`
    select p.position, p.game_user_id as player, p.bytes, p.dispatched_at is not null as offered,
      p.delivery_type <> 'APPROVE' as "takesBack"
    from pending_deliveries p
    where p.store_id = ${storeId} and p.server_id = ${serverId} and ${sql.raw(READY)}
    order by p.position`.execute(db)
  const { positions } = await moveWindow(db, server, waiting)

  const { rows } = await sql<PendingDelivery>`
    select id, position, checkout_id, game_user_id, delivery_type, dispatched_at is not null as offered, products
    from pending_deliveries
    where store_id = ${storeId} and server_id = ${serverId} and hold_reason is null and position = any(${positions}::bigint[])
    order by position`.execute(db)
  return rows
}

async function moveWindow(
  db: GatewayDb,
  { storeId, serverId }: Server,
  waiting: Waiting[],
): Promise<{ positions: number[] }> {
  const window = await db
    .selectFrom('poll_windows')
    .select('position')
    .where('store_id', '=', storeId)
    .where('server_id', '=', serverId)
    .executeTakeFirst()
  const { positions, cursor } = chooseWindow(waiting, window?.position ?? 0, WINDOW)
  await db
    .insertInto('poll_windows')
    .values({ store_id: storeId, server_id: serverId, position: cursor })
    .onConflict((conflict) => conflict.columns(['store_id', 'server_id']).doUpdateSet({ position: cursor }))
    .execute()
  return { positions }
}
