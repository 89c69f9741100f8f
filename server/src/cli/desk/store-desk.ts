import type { Database } from '../../db/database.ts'
import { formatId } from '../../ids.ts'
import { listStores } from '../../stores/list-stores.ts'
import { readDate, type RemoteStore } from './remote-store.ts'

type ShownStore = { id: string; name: string; plan: string; url: string; currency: string; expires: Date | null }

export type StoreDesk = {
  /** The newest ones. */
  list: () => Promise<ShownStore[]>
}

const MOST = 100

export function localStores({ reader }: Database): StoreDesk {
  return {
    async list() {
      const stores = await listStores(reader, { most: MOST })
      return stores.map(({ id, name, plan, url, currency, expires_at: expires }) => ({
        id: formatId('sto', id),
        name,
        plan,
        url,
        currency,
        expires,
      }))
    },
  }
}

export function remoteStores({ manage, onlyStoreId }: RemoteStore): StoreDesk {
  return {
    async list() {
      // A token knows its own store and nothing of the person who made it.
      const stores =
        onlyStoreId === null
          ? (await manage.listStores({ limit: MOST })).items
          : [await manage.getStore({ storeId: onlyStoreId })]
      return stores.map(({ id, name, plan, url, currency, expiresAt }) => ({
        id,
        name,
        plan,
        url,
        currency,
        expires: readDate(expiresAt),
      }))
    },
  }
}
