import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { CategoryId, DiscountCodeId, ProductId } from '../ids.ts'
import type { ImportSettings } from './import.ts'

type Targets = { category: CategoryId; product: ProductId; coupon: DiscountCodeId }
type Kind = keyof Targets
type Place = Pick<ImportSettings, 'storeId' | 'source'>

export type CatalogRecord<K extends Kind> = { targetId: Targets[K]; version: number }

/** The categories, products or coupons that earlier imports created, by their source ids. */
export async function readRecords<K extends Kind>(
  tx: Tx,
  { storeId, source }: Place,
  { kind, sourceIds }: { kind: K; sourceIds: string[] },
): Promise<Map<string, CatalogRecord<K>>> {
  const { rows } = await sql<{ sourceId: string; targetId: string; version: number }>`
    select source_id as "sourceId", target_id as "targetId", coalesce(version, 0) as version from imported_records
    where store_id = ${storeId} and source = ${source} and kind = ${kind} and source_id = any(${sourceIds}::text[])`.execute(
    tx,
  )
  return new Map(
    rows.map(({ sourceId, targetId, version }) => [sourceId, { targetId: targetId as Targets[K], version }]),
  )
}

export async function writeRecord<K extends Kind>(
  tx: Tx,
  { storeId, source }: Place,
  { kind, sourceId, targetId, version }: CatalogRecord<K> & { kind: K; sourceId: string },
): Promise<void> {
  await sql`
    insert into imported_records (store_id, source, kind, source_id, target_id, version)
    values (${storeId}, ${source}, ${kind}, ${sourceId}, ${targetId}, ${version})
    on conflict (store_id, source, kind, source_id)
    do update set target_id = excluded.target_id, version = excluded.version, imported_at = now()`.execute(tx)
}
