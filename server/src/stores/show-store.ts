import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { GameServerId, StoreId } from '../ids.ts'
import type { StoreMode } from './store.ts'
import type { TaxRates } from './taxes.ts'

/** A store as its staff see it. */
export type StoreView = {
  id: StoreId
  name: string
  url: string
  plan: string
  expiresAt: Date | null
  currency: string
  mode: StoreMode
  defaultServerId: GameServerId | null
  requiresSecondFactor: boolean
  taxRates: TaxRates
  graceDays: number
  version: number
  createdAt: Date
}

export async function showStore(tx: Tx, storeId: StoreId): Promise<StoreView> {
  const store = await tx
    .selectFrom('stores')
    .select(['id', 'name', 'url', 'plan', 'currency', 'mode', 'version'])
    .select(['expires_at as expiresAt', 'default_server_id as defaultServerId', 'created_at as createdAt'])
    .select(['requires_second_factor as requiresSecondFactor', 'tax_rates as taxRates', 'grace_days as graceDays'])
    .where('id', '=', storeId)
    .executeTakeFirst()
  if (!store) throw new AppError('not_found', 'No such store')
  return store
}
