import { SALE_PERCENT } from '@quartermaster/contract/promotions/discount-limits'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { newId, type SaleId, type StoreId } from '../../ids.ts'
import { requireVersion } from '../../require-version.ts'
import { requireLine } from '../../text.ts'
import { checkTranslations } from '../../texts/check-translations.ts'
import { discountColumns, type DiscountInput, requireEndAfterStart } from '../discount.ts'
import { type Sale, showSale } from './sale.ts'

/** Every checkout reads the sales of its store. */
const MAX_SALES = 100

export type SaleInput = DiscountInput & Pick<Sale, 'name' | 'translations'>

export type SaleChanges = Partial<SaleInput> & { storeId: StoreId; saleId: SaleId; expectVersion?: number }

export async function saveSale(tx: Tx, { storeId, ...input }: SaleInput & { storeId: StoreId }): Promise<Sale> {
  await requireRoom(tx, storeId)
  const saleId = newId<SaleId>()
  const columns = await saleColumns(tx, { storeId, ...input })
  await tx
    .insertInto('sales')
    .values({ store_id: storeId, id: saleId, name: input.name, ...columns })
    .execute()
  return showSale(tx, { storeId, saleId })
}

/** Sold lines keep the price that they were sold for. */
export async function editSale(tx: Tx, { storeId, saleId, expectVersion, ...changes }: SaleChanges): Promise<Sale> {
  await lockSale(tx, { storeId, saleId, expectVersion })
  const before = await showSale(tx, { storeId, saleId })
  await tx
    .updateTable('sales')
    .set({
      ...(await saleColumns(tx, { storeId, ...changes, before })),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', saleId)
    .execute()
  return showSale(tx, { storeId, saleId })
}

export async function removeSale(tx: Tx, { storeId, saleId }: { storeId: StoreId; saleId: SaleId }): Promise<void> {
  await lockSale(tx, { storeId, saleId, expectVersion: undefined })
  await sql`
    update sales set removed_at = now(), version = version + 1 where store_id = ${storeId} and id = ${saleId}`.execute(
    tx,
  )
}

async function lockSale(
  tx: Tx,
  { storeId, saleId, expectVersion }: { storeId: StoreId; saleId: SaleId; expectVersion: number | undefined },
): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select version from sales where store_id = ${storeId} and id = ${saleId} and removed_at is null for no key update`.execute(
    tx,
  )
  requireVersion(rows[0], { what: 'sale', expectVersion })
}

const TEXTS = { name: (text: string) => requireLine('The name of the sale', text, { max: 100 }) }

async function saleColumns(
  tx: Tx,
  { storeId, name, translations, before, ...fields }: Partial<SaleInput> & { storeId: StoreId; before?: Sale },
) {
  const columns = await discountColumns(tx, { storeId, percent: SALE_PERCENT, ...fields })
  requireEndAfterStart({
    startsAt: columns.starts_at === undefined ? (before?.startsAt ?? null) : columns.starts_at,
    endsAt: columns.ends_at === undefined ? (before?.endsAt ?? null) : columns.ends_at,
  })
  return {
    ...columns,
    ...(name !== undefined && { name: TEXTS.name(name) }),
    ...(translations && { translations: checkTranslations(translations, TEXTS) }),
  }
}

async function requireRoom(tx: Tx, storeId: StoreId): Promise<void> {
  // Locked, so that two concurrent calls cannot exceed the limit.
  const { rows: stores } = await sql`select from stores where id = ${storeId} for no key update`.execute(tx)
  if (stores.length === 0) throw new AppError('not_found', 'No such store')
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from sales where store_id = ${storeId} and removed_at is null`.execute(tx)
  if ((rows[0]?.count ?? 0) >= MAX_SALES)
    throw new AppError('conflict', `A store has at most ${MAX_SALES} sales. Delete one that is over first.`)
}
