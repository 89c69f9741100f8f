import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { StoreId } from '../ids.ts'
import { requireLine } from '../text.ts'
import type { Selection } from './redelivery.ts'

const MAX_IDS = 1_000

/** Throws if the selection is invalid, and for ids of other stores exactly as for ids that do not exist. */
export async function requireSelection(
  tx: Tx,
  { storeId, selection }: { storeId: StoreId; selection: Selection },
): Promise<void> {
  const { productIds, serverIds, gameUserIds, purchasedFrom, purchasedUntil } = selection
  requireCount('products', productIds)
  requireCount('servers', serverIds)
  requireCount('players', gameUserIds)
  for (const id of gameUserIds ?? []) requireLine("The player's id", id, { max: 255 })
  if (purchasedFrom && purchasedUntil && purchasedFrom >= purchasedUntil)
    throw new AppError('invalid_request', 'purchasedFrom must be before purchasedUntil')
  const { rows } = await sql<{ store: boolean; products: boolean; servers: boolean; past: boolean }>`
    select
      exists (select from stores where id = ${storeId}) as store,
      not exists (select from unnest(${productIds ?? []}::uuid[]) as named (id)
        where not exists (select from products p where p.store_id = ${storeId} and p.id = named.id)) as products,
      not exists (select from unnest(${serverIds ?? []}::uuid[]) as named (id)
        where not exists (select from game_servers s where s.store_id = ${storeId} and s.id = named.id)) as servers,
      coalesce(${selection.wipedAt ?? null}::timestamptz <= now(), true) as past`.execute(tx)
  const [found] = rows
  if (found?.store !== true) throw new AppError('not_found', 'No such store')
  if (!found.products) throw new AppError('not_found', 'No such product in this store')
  if (!found.servers) throw new AppError('not_found', 'This store has no such game server')
  if (!found.past)
    throw new AppError('invalid_request', 'The time of the wipe is in the future. Start the redelivery after the wipe.')
}

function requireCount(what: string, list: unknown[] | undefined): void {
  if (list === undefined || (list.length > 0 && list.length <= MAX_IDS)) return
  throw new AppError('invalid_request', `Name 1 to ${MAX_IDS} ${what}, or leave the list out to select all.`)
}
