import type { Tx } from '../../db/database.ts'
import type { GameServerId, StoreId } from '../../ids.ts'

type Servers = { storeId: StoreId; serverIds: GameServerId[] }

/** The number of deliveries in the queue of each server. */
export async function countPending(tx: Tx, { storeId, serverIds }: Servers): Promise<Map<GameServerId, number>> {
  if (serverIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('pending_deliveries')
    .select(({ fn }) => ['server_id', fn.countAll<string>().as('count')])
    .where('store_id', '=', storeId)
    .where('server_id', 'in', serverIds)
    .groupBy('server_id')
    .execute()
  return new Map(rows.flatMap(({ server_id: id, count }) => (id === null ? [] : [[id, Number(count)]])))
}
