import { LRUCache } from 'lru-cache'
import type { StoreId } from '../../ids.ts'

/** A value that was read this long ago is used as it is. */
const FRESH_MS = 1_000
/** An older one is still used while it is read again, so that only the first visitor of a quiet store waits. */
const STALE_MS = 10_000
/** If the database is unavailable, visitors see what was read before. */
const OUTAGE_MS = 300_000
const MAX_STORES = 2_000

export type StoreCache<T> = (storeId: StoreId) => Promise<T>

/** Keeps what pages need about each visited store. A store is read at most once a second, however many visitors it has. */
export function createStoreCache<T extends object>(
  read: (storeId: StoreId) => Promise<T>,
  { freshMs = FRESH_MS, now = Date.now }: { freshMs?: number; now?: () => number } = {},
): StoreCache<T> {
  type Entry = { value?: T; readAt: number; reading?: Promise<T> | undefined }
  const entries = new LRUCache<StoreId, Entry>({ max: MAX_STORES })

  function refresh(storeId: StoreId, entry: Entry): Promise<T> {
    entry.reading ??= read(storeId)
      .then((value) => {
        entry.value = value
        entry.readAt = now()
        return value
      })
      .finally(() => (entry.reading = undefined))
    return entry.reading
  }

  return async (storeId) => {
    let entry = entries.get(storeId)
    if (!entry) entries.set(storeId, (entry = { readAt: -Infinity }))
    const { value } = entry
    const age = now() - entry.readAt
    if (value && age < freshMs) return value
    const reading = refresh(storeId, entry)
    if (!value) return reading
    if (age < STALE_MS) {
      reading.catch(() => undefined)
      return value
    }
    return reading.catch((error: unknown) => {
      if (age < OUTAGE_MS) return value
      throw error
    })
  }
}
