import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'

export type PictureUse = 'product' | 'category' | 'storefront'

/** Where pictures are shown. A picture without an entry can be deleted. */
export async function findPictureUses(
  tx: Tx,
  { storeId, hashes }: { storeId: StoreId; hashes: string[] },
): Promise<Map<string, PictureUse[]>> {
  const { rows } = await sql<{ hash: string; use: PictureUse }>`
    select hash, 'product' as use from product_pictures where store_id = ${storeId} and hash = any(${hashes})
    union
    select picture_hash, 'category' from categories where store_id = ${storeId} and picture_hash = any(${hashes})
    union
    select shown.hash, 'storefront' from storefronts s, unnest(array[s.logo_hash, s.banner_hash]) as shown (hash)
    where s.store_id = ${storeId} and shown.hash = any(${hashes})
    order by use`.execute(tx)
  const uses = new Map<string, PictureUse[]>()
  for (const { hash, use } of rows) uses.set(hash, [...(uses.get(hash) ?? []), use])
  return uses
}
