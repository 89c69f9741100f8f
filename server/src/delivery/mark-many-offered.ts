import { CompiledQuery } from 'kysely'
import type { GatewayDb } from '../db/database.ts'
import type { CommandId, GameServerId, StoreId } from '../ids.ts'
import { elementValues } from './move-many-to-ledger.ts'

export type Offer = { storeId: StoreId; serverId: GameServerId; ids: CommandId[] }

const STATEMENT = `
  with here as (
    select p.store_id, p.id
    from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as w (store_id, server_id, id)
    join pending_commands p on p.store_id = w.store_id and p.id = w.id and p.server_id = w.server_id
    for no key update of p skip locked
  )
  update pending_commands p set offered_at = coalesce(p.offered_at, now())
  from here
  where p.store_id = here.store_id and p.id = here.id
  returning p.id, p.products`

/**
 * Notes the first offer of elements of many servers in one statement. Null for a server of which something is gone or in
 * somebody else's hands: waiting for that would keep the others waiting.
 */
export async function markManyOffered(db: GatewayDb, offers: Offer[]): Promise<(Map<CommandId, string> | null)[]> {
  const wanted = offers.flatMap(({ storeId, serverId, ids }) =>
    ids.map((commandId) => ({ storeId, serverId, commandId })),
  )
  const distinct = [...new Map(wanted.map((element) => [element.commandId, element])).values()]
  const { rows } = await db.executeQuery<{ id: CommandId; products: string }>(
    CompiledQuery.raw(STATEMENT, elementValues(distinct)),
  )
  const products = new Map(rows.map((row) => [row.id, row.products]))
  return offers.map(({ ids }) => (ids.every((id) => products.has(id)) ? products : null))
}
