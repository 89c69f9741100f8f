import { type Db, inStore } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { newId, type StoreId } from '../ids.ts'
import { isCurrency } from '../money.ts'
import { requireText } from '../text.ts'
import type { StoreMode } from './store.ts'

export type NewStore = {
  name: string
  url: string
  plan: string
  currency: string
  expiresAt: Date | null
  /** Absent: live. */
  mode?: StoreMode
}

export async function createStore(db: Db, store: NewStore): Promise<{ id: StoreId; url: string }> {
  const id = newId<StoreId>()
  const url = hostOf(store.url)
  if (!isCurrency(store.currency)) {
    throw new AppError(
      'invalid_request',
      `"${store.currency}" is not a currency; give its three letters, like BRL, EUR or USD`,
    )
  }
  await inStore(db, id, async (tx) => {
    await tx
      .insertInto('stores')
      .values({
        id,
        name: requireText('The name of the store', store.name, { most: 200 }),
        plan: requireText('The plan', store.plan, { most: 64 }),
        expires_at: store.expiresAt,
        url,
        currency: store.currency,
        mode: store.mode ?? 'live',
      })
      .execute()
  })
  return { id, url }
}

/** Clients put `https://` in front themselves, so the address is kept without it. */
function hostOf(text: string): string {
  const host = text.replace(/^https?:\/\//i, '').replace(/\/+$/, '')
  if (host.length > 253 || !/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*(:\d{1,5})?$/u.test(host)) {
    throw new AppError('invalid_request', `"${text}" is not a store address; give its host name, like vale.example`)
  }
  return host.toLowerCase()
}
