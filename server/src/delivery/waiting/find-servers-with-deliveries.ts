import { CompiledQuery } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import type { GameServerId, StoreId } from '../../ids.ts'

export type WaitingServer = { storeId: StoreId; serverId: GameServerId }

const STATEMENT = `
  select w.server_id
  from unnest($1::uuid[], $2::uuid[]) as w (store_id, server_id)
  where exists (
    select from pending_deliveries p where p.store_id = w.store_id and p.server_id = w.server_id and p.hold_reason is null)`

/** Those of the servers that have deliveries in their queues, whether or not a poll would return them now. */
export async function findServersWithDeliveries(db: GatewayDb, servers: WaitingServer[]): Promise<GameServerId[]> {
  const ids = [servers.map(({ storeId }) => storeId), servers.map(({ serverId }) => serverId)]
  const { rows } = await db.executeQuery<{ server_id: GameServerId }>(CompiledQuery.raw(STATEMENT, ids))
  return rows.map((row) => row.server_id)
}
