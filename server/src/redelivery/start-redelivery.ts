import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { formatId, newId, type RedeliveryId, type StoreId } from '../ids.ts'
import type { Choice } from './redelivery.ts'
import { requireChoice } from './require-choice.ts'

/**
 * Begins to give again what players still own. The choice and the moment are frozen: what is bought or delivered from now
 * on is no part of it. The workers do it; a second one for the same servers has to wait until this one is over.
 */
export async function startRedelivery(
  tx: Tx,
  { storeId, choice, by }: { storeId: StoreId; choice: Choice; by: string },
): Promise<RedeliveryId> {
  await requireChoice(tx, { storeId, choice })
  // Two starts take turns here. Sales go on: they hold no more than the store's key.
  await sql`select from stores where id = ${storeId} for no key update`.execute(tx)
  await requireNoOther(tx, { storeId, choice })
  const id = newId<RedeliveryId>()
  await sql`
    insert into redeliveries (store_id, id, product_ids, server_ids, game_user_ids, purchased_from, purchased_until, wiped_at, created_by)
    values (${storeId}, ${id}, ${choice.productIds ?? null}::uuid[], ${choice.serverIds ?? null}::uuid[],
      ${choice.gameUserIds ?? null}::text[], ${choice.purchasedFrom ?? null}, ${choice.purchasedUntil ?? null},
      coalesce(${choice.wipedAt ?? null}::timestamptz, now()), ${by})`.execute(tx)
  return id
}

async function requireNoOther(tx: Tx, { storeId, choice }: { storeId: StoreId; choice: Choice }): Promise<void> {
  const { rows } = await sql<{ id: RedeliveryId }>`
    select id from redeliveries
    where store_id = ${storeId} and state = 'running' and (
      server_ids is null or ${choice.serverIds ?? null}::uuid[] is null or server_ids && ${choice.serverIds ?? null}::uuid[])
    order by id
    limit 1`.execute(tx)
  const [other] = rows
  if (other)
    throw new AppError(
      'conflict',
      `The redelivery ${formatId('rdl', other.id)} still runs for the same servers; wait until it is done, or stop it`,
    )
}
