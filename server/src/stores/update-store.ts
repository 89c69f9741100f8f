import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { StoreId } from '../ids.ts'
import { requireText } from '../text.ts'
import { normalizeHost } from './normalize-host.ts'
import { lockStore } from './lock-store.ts'
import { requireTaxRates } from './taxes.ts'
import { showStore, type StoreView } from './show-store.ts'

const MAX_GRACE_DAYS = 30

export type StoreChanges = {
  storeId: StoreId
  /** A field that is absent does not change. */
  name?: string
  url?: string
  requiresSecondFactor?: boolean
  taxRates?: { country: string; rate: number }[]
  /** How many days a subscriber keeps the goods after a renewal failed. */
  graceDays?: number
  expectVersion?: number
}

/** Game servers receive the change when they start the next time. */
export async function updateStore(
  tx: Tx,
  { storeId, name, url, requiresSecondFactor, taxRates, graceDays, expectVersion }: StoreChanges,
): Promise<StoreView> {
  const fields = {
    ...(name !== undefined && { name: requireText('The name of the store', name, { max: 200 }) }),
    ...(url !== undefined && { url: normalizeHost(url) }),
    ...(requiresSecondFactor !== undefined && { requires_second_factor: requiresSecondFactor }),
    ...(taxRates && { tax_rates: requireTaxRates(taxRates) }),
    ...(graceDays !== undefined && { grace_days: requireGraceDays(graceDays) }),
  }
  await lockStore(tx, { storeId, expectVersion })
  await tx
    .updateTable('stores')
    .set({ ...fields, version: sql<number>`version + 1` })
    .where('id', '=', storeId)
    .execute()
  return showStore(tx, storeId)
}

function requireGraceDays(days: number): number {
  if (Number.isInteger(days) && days >= 1 && days <= MAX_GRACE_DAYS) return days
  throw new AppError('invalid_request', `The grace period must be 1 to ${MAX_GRACE_DAYS} whole days.`, {
    field: 'body/graceDays',
  })
}
