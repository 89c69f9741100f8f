import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { GameServerId, ProductId, RedeliveryId, StoreId } from '../ids.ts'
import type { RedeliveryCount, RedeliveryState } from './redelivery.ts'
import { type RedeliverySummary, summarizeRedelivery } from './summarize-redelivery.ts'

export type RedeliveryRow = {
  id: RedeliveryId
  state: RedeliveryState
  productIds: ProductId[] | null
  serverIds: GameServerId[] | null
  gameUserIds: string[] | null
  purchasedFrom: Date | null
  purchasedUntil: Date | null
  wipedAt: Date
  createdBy: string
  createdAt: Date
  finishedAt: Date | null
  entitlements: number | null
  players: number | null
}

export const REDELIVERY_COLUMNS = [
  'id',
  'state',
  'product_ids as productIds',
  'server_ids as serverIds',
  'game_user_ids as gameUserIds',
  'purchased_from as purchasedFrom',
  'purchased_until as purchasedUntil',
  'wiped_at as wipedAt',
  'created_by as createdBy',
  'created_at as createdAt',
  'finished_at as finishedAt',
  'entitlements',
  'players',
] as const

/** A redelivery with the numbers of sent and skipped entitlements so far. */
export async function showRedelivery(
  tx: Tx,
  { storeId, redeliveryId }: { storeId: StoreId; redeliveryId: RedeliveryId },
): Promise<RedeliveryRow & RedeliverySummary> {
  const redelivery = await tx
    .selectFrom('redeliveries')
    .select(REDELIVERY_COLUMNS)
    .where('store_id', '=', storeId)
    .where('id', '=', redeliveryId)
    .executeTakeFirst()
  if (!redelivery) throw new AppError('not_found', 'No such redelivery in this store')
  const { rows } = await sql<RedeliveryCount>`
    select product_id as "productId", server_id as "serverId", outcome, items from redelivery_counts
    where store_id = ${storeId} and redelivery_id = ${redeliveryId}
    order by product_id, server_id, outcome`.execute(tx)
  return { ...redelivery, ...summarizeRedelivery(rows, redelivery) }
}
