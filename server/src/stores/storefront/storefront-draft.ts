import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inStore, type ReaderDb, type Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import { MAX_DRAFTS } from '../hosts/preview-hosts.ts'
import { requireValidChanges, type StorefrontChanges } from './update-storefront.ts'

/** What a preview can show before it is saved. */
export type StorefrontDraft = Pick<
  StorefrontChanges,
  | 'locales'
  | 'texts'
  | 'theme'
  | 'themeSettings'
  | 'isOpen'
  | 'showRecentPurchases'
  | 'showTopSupporter'
  | 'showSupporterAmount'
  | 'showServerStatus'
  | 'joinAddress'
>

/** Of a store. Someone who types makes a new one every second. */
const MAX_KEPT = 30
const MAX_STORES = 1_000

/** Keeps changes that would be accepted, without making them. Returns the number of the draft. */
export async function saveDraft(
  tx: Tx,
  { storeId, changes, expiresAt }: { storeId: StoreId; changes: StorefrontDraft; expiresAt: Date },
): Promise<number> {
  await requireValidChanges(tx, { storeId, ...changes })
  const number = randomInt(MAX_DRAFTS)
  await sql`
    delete from storefront_drafts
    where store_id = ${storeId} and (expires_at <= now() or number = ${number} or number not in (
      select kept.number from storefront_drafts kept where kept.store_id = storefront_drafts.store_id
      order by kept.expires_at desc limit ${MAX_KEPT - 1}))`.execute(tx)
  await tx
    .insertInto('storefront_drafts')
    .values({ store_id: storeId, number, changes, expires_at: expiresAt })
    .execute()
  return number
}

/** Undefined if it has ended. */
export async function readDraft(
  tx: Tx,
  { storeId, number }: { storeId: StoreId; number: number },
): Promise<StorefrontDraft | undefined> {
  const row = await tx
    .selectFrom('storefront_drafts')
    .select('changes')
    .where('store_id', '=', storeId)
    .where('number', '=', number)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.changes
}

/** Deletes the drafts of all stores that have ended. */
export async function cleanDrafts(app: Db, reader: ReaderDb): Promise<void> {
  const { rows } = await sql<{ storeId: StoreId }>`
    select distinct store_id as "storeId" from storefront_drafts where expires_at <= now() limit ${MAX_STORES}`.execute(
    reader,
  )
  for (const { storeId } of rows) {
    await inStore(app, storeId, (tx) =>
      sql`delete from storefront_drafts where store_id = ${storeId} and expires_at <= now()`.execute(tx),
    )
  }
}
