import { LRUCache } from 'lru-cache'
import type { StoreId } from '../../ids.ts'

/** A value that was read this long ago is used as it is. */
const FRESH_MS = 1_000
/** The same if the revision of the store is known and has not changed. A stock of many pieces changes without a new revision. */
const UNCHANGED_MS = 30_000
/** An older one is still used while it is read again, so that only the first visitor of a quiet store waits. */
const STALE_MS = 10_000
/** If the database is unavailable, visitors see what was read before. */
const OUTAGE_MS = 300_000
const MAX_STORES = 2_000

export type StoreCache<T> = (storeId: StoreId) => Promise<T>

type Options = {
  freshMs?: number
  /** From memory. Undefined: not known. */
  revisionOf?: (storeId: StoreId) => number | undefined
  now?: () => number
}

/** Keeps what pages need about each visited store. A store is read once for any number of concurrent visitors. */
export function createStoreCache<T extends object>(
  read: (storeId: StoreId) => Promise<T>,
  { freshMs = FRESH_MS, revisionOf = () => undefined, now = Date.now }: Options = {},
): StoreCache<T> {
  type Entry = { value?: T; readAt: number; revision?: number | undefined; reading?: Promise<T> | undefined }
  const entries = new LRUCache<StoreId, Entry>({ max: MAX_STORES })

  function refresh(storeId: StoreId, entry: Entry): Promise<T> {
    // Before the read, which may already see a newer one: then the store is read once more than necessary.
    const revision = revisionOf(storeId)
    entry.reading ??= read(storeId)
      .then((value) => {
        Object.assign(entry, { value, revision, readAt: now() })
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
    const revision = revisionOf(storeId)
    const isUnchanged = revision !== undefined && revision === entry.revision
    if (value && age < (isUnchanged ? UNCHANGED_MS : revision === undefined ? freshMs : 0)) return value
    const reading = refresh(storeId, entry)
    if (!value) return reading
    if (isUnchanged || (revision === undefined && age < STALE_MS)) {
      reading.catch(() => undefined)
      return value
    }
    return reading.catch((error: unknown) => {
      if (age < OUTAGE_MS) return value
      throw error
    })
  }
}
