import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { formatId, newId, type RedeliveryId, type StoreId } from '../ids.ts'
import type { Selection } from './redelivery.ts'
import { requireSelection } from './require-selection.ts'

/**
 * Stores a redelivery, which the workers run. Later purchases and deliveries do not belong to it. Two redeliveries for
 * the same servers cannot run at the same time.
 */
export async function startRedelivery(
  tx: Tx,
  { storeId, selection, by }: { storeId: StoreId; selection: Selection; by: string },
): Promise<RedeliveryId> {
  await requireSelection(tx, { storeId, selection })
  // Serializes concurrent starts. Sales are not blocked, because they lock only the key of the store.
  await sql`select from stores where id = ${storeId} for no key update`.execute(tx)
  await requireNoOther(tx, { storeId, selection })
  const id = newId<RedeliveryId>()
  await sql`
    insert into redeliveries (store_id, id, product_ids, server_ids, game_user_ids, purchased_from, purchased_until, wiped_at, created_by)
    values (${storeId}, ${id}, ${selection.productIds ?? null}::uuid[], ${selection.serverIds ?? null}::uuid[],
      ${selection.gameUserIds ?? null}::text[], ${selection.purchasedFrom ?? null}, ${selection.purchasedUntil ?? null},
      coalesce(${selection.wipedAt ?? null}::timestamptz, now()), ${by})`.execute(tx)
  return id
}

async function requireNoOther(
  tx: Tx,
  { storeId, selection }: { storeId: StoreId; selection: Selection },
): Promise<void> {
  const { rows } = await sql<{ id: RedeliveryId }>`
    select id from redeliveries
    where store_id = ${storeId} and state = 'running' and (
      server_ids is null or ${selection.serverIds ?? null}::uuid[] is null or server_ids && ${selection.serverIds ?? null}::uuid[])
    order by id
    limit 1`.execute(tx)
  const [other] = rows
  if (other)
    throw new AppError(
      'conflict',
      `Redelivery ${formatId('rdl', other.id)} is still running for the same servers. Wait until it is done, or stop it.`,
    )
}
