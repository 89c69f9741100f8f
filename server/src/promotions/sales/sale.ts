import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { SaleId, StoreId } from '../../ids.ts'
import type { Translations } from '../../locales.ts'
import type { Sale as PricedSale } from '../../pricing/basket.ts'
import { type DiscountFields, type DiscountRow, toDiscount, toPricing } from '../discount.ts'

/** Lower prices for a time. */
export type Sale = DiscountFields & {
  id: SaleId
  /** Buyers read it. */
  name: string
  translations: Translations<{ name: string }>
  version: number
  createdAt: Date
  updatedAt: Date
}

export async function showSale(tx: Tx, { storeId, saleId }: { storeId: StoreId; saleId: SaleId }): Promise<Sale> {
  const row = await selectSales(tx, storeId).where('id', '=', saleId).executeTakeFirst()
  if (!row) throw new AppError('not_found', 'No such sale')
  return toSale(row)
}

/** Newest first. */
export async function listSales(
  tx: Tx,
  { storeId, limit, after }: { storeId: StoreId; limit: number; after?: SaleId },
): Promise<Sale[]> {
  let query = selectSales(tx, storeId)
  if (after) query = query.where('id', '<', after)
  return (await query.orderBy('id', 'desc').limit(limit).execute()).map(toSale)
}

/** The sales that have not ended, for pages that show their prices. */
export async function readComingSales(tx: Tx, storeId: StoreId): Promise<Sale[]> {
  const rows = await selectSales(tx, storeId)
    .where(sql<boolean>`coalesce(ends_at > now(), true)`)
    .orderBy('id')
    .execute()
  return rows.map(toSale)
}

function selectSales(tx: Tx, storeId: StoreId) {
  return tx
    .selectFrom('sales')
    .select([
      'id',
      'name',
      'translations',
      'basis_points',
      'amount_minor',
      'product_ids',
      'category_ids',
      'starts_at',
      'ends_at',
      'version',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('store_id', '=', storeId)
    .where('removed_at', 'is', null)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectSales>['execute']>>[number]

function toSale({ basis_points, amount_minor, product_ids, category_ids, starts_at, ends_at, ...row }: Row): Sale {
  return {
    ...row,
    translations: row.translations,
    ...toDiscount({ basis_points, amount_minor, product_ids, category_ids, starts_at, ends_at }),
  }
}

type CurrentSale = Omit<DiscountRow, 'starts_at' | 'ends_at'> & {
  id: SaleId
  starts: number | null
  ends: number | null
}

/** The sales of now as one column of a statement that reads the store anyway, so that a checkout needs no further round trip. */
export function currentSales(storeId: StoreId): RawBuilder<CurrentSale[]> {
  return sql<CurrentSale[]>`(
    select coalesce(json_agg(json_build_object('id', id, 'basis_points', basis_points, 'amount_minor', amount_minor,
      'product_ids', product_ids, 'category_ids', category_ids, 'starts', extract(epoch from starts_at) * 1000,
      'ends', extract(epoch from ends_at) * 1000)), '[]')
    from sales where store_id = ${storeId} and removed_at is null and coalesce(starts_at <= now(), true)
      and coalesce(ends_at > now(), true))`
}

export function toPricedSales(rows: readonly CurrentSale[]): PricedSale[] {
  const toDate = (ms: number | null) => (ms === null ? null : new Date(ms))
  return rows.map(({ id, starts, ends, ...row }) => ({
    id,
    ...toPricing(toDiscount({ ...row, starts_at: toDate(starts), ends_at: toDate(ends) })),
  }))
}
