import { type Db, inStore, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { newId, type StoreId } from '../ids.ts'
import { isCurrency } from '../money.ts'
import { requireText } from '../text.ts'
import { normalizeHost } from './normalize-host.ts'
import type { StoreMode } from './store.ts'

/** New stores start on this plan. Operators can change it. */
export const DEFAULT_PLAN = 'BASIC'

export type NewStore = {
  name: string
  url: string
  plan: string
  currency: string
  expiresAt: Date | null
  /** The default is live. */
  mode?: StoreMode
  /** The default is a new id. */
  id?: StoreId
}

export async function createStore(db: Db | Tx, store: NewStore): Promise<{ id: StoreId; url: string }> {
  const id = store.id ?? newId<StoreId>()
  const url = normalizeHost(store.url)
  if (!isCurrency(store.currency)) {
    throw new AppError(
      'invalid_request',
      `"${store.currency}" is not a currency. Use a three-letter code such as BRL, EUR or USD.`,
    )
  }
  await inStore(db, id, async (tx) => {
    await tx
      .insertInto('stores')
      .values({
        id,
        name: requireText('The name of the store', store.name, { max: 200 }),
        plan: requireText('The plan', store.plan, { max: 64 }),
        expires_at: store.expiresAt,
        url,
        currency: store.currency,
        mode: store.mode ?? 'live',
      })
      .execute()
  })
  return { id, url }
}
