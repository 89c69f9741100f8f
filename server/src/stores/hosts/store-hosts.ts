import type { GatewayDb } from '../../db/database.ts'
import { hostNameOf } from '../../host-name.ts'
import type { StoreId } from '../../ids.ts'
import { ALL_HOSTS, readHostChanges } from './read-host-changes.ts'

export type StoreHosts = {
  /** The store whose pages a `Host` header asks for, from memory. */
  findStoreByHost: (header: string) => StoreId | undefined
  /** Reads which hosts were added or removed. The first call reads all of them. */
  readChanges: () => Promise<void>
}

/** Remembers all hosts, so that no request needs a query. During an outage of the database it keeps what it knows. */
export function createStoreHosts(db: GatewayDb, { domain }: { domain: string | undefined }): StoreHosts {
  const stores = new Map<string, StoreId>()
  let since = ALL_HOSTS

  return {
    findStoreByHost: (header) => stores.get(hostNameOf(header)),
    async readChanges() {
      const { changes, until } = await readHostChanges(db, since)
      for (const { host, storeId } of changes) {
        const name = hostOf(host)
        if (name === undefined) continue
        if (storeId === null) stores.delete(name)
        else stores.set(name, storeId)
      }
      since = until
    },
  }

  /** A label without a storefront domain is not served. */
  function hostOf(host: string): string | undefined {
    if (host.includes('.')) return host
    return domain === undefined ? undefined : `${host}.${domain}`
  }
}
