import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { lockStore } from '../stores/lock-store.ts'
import { importBans } from './import-bans.ts'
import { importCategories } from './import-categories.ts'
import { importCoupons } from './import-coupons.ts'
import { importEntitlements } from './import-entitlements.ts'
import { importGiftCards } from './import-gift-cards.ts'
import { importProducts } from './import-products.ts'
import type {
  ImportedBan,
  ImportedCategory,
  ImportedCoupon,
  ImportedEntitlement,
  ImportedGiftCard,
  ImportedItem,
  ImportedProduct,
  ImportSettings,
} from './import.ts'

export type ImportBatch = ImportSettings & {
  categories: ImportedCategory[]
  products: ImportedProduct[]
  entitlements: ImportedEntitlement[]
  bans: ImportedBan[]
  coupons: ImportedCoupon[]
  giftCards: ImportedGiftCard[]
}

export const IMPORTED_KINDS = ['categories', 'products', 'entitlements', 'bans', 'coupons', 'giftCards'] as const
export type ImportReport = Record<(typeof IMPORTED_KINDS)[number], ImportedItem[]>

/**
 * Imports a part of what another platform has. Everything remembers its id there, so the same batch a second time
 * changes nothing. Nothing is delivered.
 */
export async function importBatch(tx: Tx, batch: ImportBatch): Promise<ImportReport> {
  // Two imports into one store take turns. Sales do not wait.
  await lockStore(tx, { storeId: batch.storeId, expectVersion: undefined })
  return {
    categories: await importCategories(tx, batch, batch.categories),
    products: await importProducts(tx, batch, batch.products),
    entitlements: await importEntitlements(tx, batch, batch.entitlements),
    bans: await importBans(tx, batch, batch.bans),
    coupons: await importCoupons(tx, batch, batch.coupons),
    giftCards: await importGiftCards(tx, batch, batch.giftCards),
  }
}

/** What an import would do now. It is done and rolled back, so that the two cannot differ. */
export async function previewImport(tx: Tx, batch: ImportBatch): Promise<ImportReport> {
  await sql`savepoint preview_import`.execute(tx)
  const report = await importBatch(tx, batch)
  await sql`rollback to savepoint preview_import`.execute(tx)
  return report
}
