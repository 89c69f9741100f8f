import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { StoreId } from '../ids.ts'
import { requireLine } from '../text.ts'
import type { Choice } from './redelivery.ts'

const MOST = 1_000

/** Refuses a choice that means nothing, and names of other stores just like names that do not exist. */
export async function requireChoice(tx: Tx, { storeId, choice }: { storeId: StoreId; choice: Choice }): Promise<void> {
  const { productIds, serverIds, gameUserIds, purchasedFrom, purchasedUntil } = choice
  requireCount('products', productIds)
  requireCount('servers', serverIds)
  requireCount('players', gameUserIds)
  for (const id of gameUserIds ?? []) requireLine("The player's id", id, { max: 255 })
  if (purchasedFrom && purchasedUntil && purchasedFrom >= purchasedUntil)
    throw new AppError('invalid_request', 'The purchases to give again must begin before they end')
  const { rows } = await sql<{ store: boolean; products: boolean; servers: boolean; past: boolean }>`
    select
      exists (select from stores where id = ${storeId}) as store,
      not exists (select from unnest(${productIds ?? []}::uuid[]) as named (id)
        where not exists (select from products p where p.store_id = ${storeId} and p.id = named.id)) as products,
      not exists (select from unnest(${serverIds ?? []}::uuid[]) as named (id)
        where not exists (select from game_servers s where s.store_id = ${storeId} and s.id = named.id)) as servers,
      coalesce(${choice.wipedAt ?? null}::timestamptz <= now(), true) as past`.execute(tx)
  const [found] = rows
  if (found?.store !== true) throw new AppError('not_found', 'No such store')
  if (!found.products) throw new AppError('not_found', 'No such product in this store')
  if (!found.servers) throw new AppError('not_found', 'This store has no such game server')
  if (!found.past) throw new AppError('invalid_request', 'The wipe lies ahead; wait until it has happened')
}

function requireCount(what: string, list: unknown[] | undefined): void {
  if (list === undefined || (list.length > 0 && list.length <= MOST)) return
  throw new AppError('invalid_request', `Name 1 to ${MOST} ${what}, or none at all for all of them`)
}
