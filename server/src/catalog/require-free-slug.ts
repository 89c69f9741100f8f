import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { CategoryId, ProductId, StoreId } from '../ids.ts'
import { lockStore } from '../stores/lock-store.ts'

type Slug = { storeId: StoreId; slug: string } & (
  { of: 'products'; id: ProductId | undefined } | { of: 'categories'; id: CategoryId | undefined }
)

/** Locks the store, so that concurrent requests cannot choose the same slug. */
export async function requireFreeSlug(tx: Tx, { storeId, slug, of, id }: Slug): Promise<void> {
  await lockStore(tx, { storeId, expectVersion: undefined })
  const other = id ?? null
  const { rows } = await (
    of === 'products'
      ? sql`select from products where store_id = ${storeId} and slug = ${slug} and id is distinct from ${other}::uuid`
      : sql`select from categories where store_id = ${storeId} and slug = ${slug} and id is distinct from ${other}::uuid`
  ).execute(tx)
  if (rows.length === 0) return
  const noun = of === 'products' ? 'product' : 'category'
  throw new AppError('conflict', `Another ${noun} of this store has the slug "${slug}". Choose another slug`)
}
