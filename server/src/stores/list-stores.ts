import type { ReaderDb } from '../db/database.ts'

/** Newest first. For operators: it looks across all stores. */
export async function listStores(db: ReaderDb, { most }: { most: number }) {
  return db
    .selectFrom('stores')
    .select(['id', 'name', 'plan', 'expires_at', 'url', 'currency', 'created_at'])
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}
