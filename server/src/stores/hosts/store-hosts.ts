import type { GatewayDb } from '../../db/database.ts'
import { hostNameOf } from '../../host-name.ts'
import type { StoreId } from '../../ids.ts'
import type { SealingKey } from '../../seal.ts'
import { createPreviewHosts, type Preview } from './preview-hosts.ts'
import { ALL_HOSTS, readHostChanges } from './read-host-changes.ts'

export type StoreHosts = {
  /** The store whose pages a `Host` header asks for, from memory. */
  findStoreByHost: (header: string) => StoreId | undefined
  /** A preview of a theme, if the header names one. It belongs to the store as well. */
  findPreview: (header: string) => Preview | undefined
  /** What a page shows of a store is the same as long as its revision is. From memory. Undefined: not known yet. */
  revisionOf: (storeId: StoreId) => number | undefined
  /** Reads which hosts were added or removed, and which storefronts changed. The first call reads all of them. */
  readChanges: () => Promise<void>
}

type Settings = { domain: string | undefined; secretKeys?: SealingKey[] }

/** Remembers all hosts, so that no request needs a query. During an outage of the database it keeps what it knows. */
export function createStoreHosts(db: GatewayDb, { domain, secretKeys = [] }: Settings): StoreHosts {
  const stores = new Map<string, StoreId>()
  const previews = createPreviewHosts({ domain, keys: secretKeys })
  const revisions = new Map<StoreId, number>()
  let since = ALL_HOSTS

  return {
    findStoreByHost: (header) => stores.get(hostNameOf(header)) ?? previews.find(header)?.storeId,
    findPreview: previews.find,
    revisionOf: (storeId) => revisions.get(storeId),
    async readChanges() {
      const { changes, revisions: changed, until } = await readHostChanges(db, since)
      for (const { host, storeId } of changes) {
        const name = hostOf(host)
        if (name === undefined) continue
        if (storeId === null) stores.delete(name)
        else stores.set(name, storeId)
      }
      for (const { storeId, revision } of changed) revisions.set(storeId, revision)
      since = until
    },
  }

  /** A label without a storefront domain is not served. */
  function hostOf(host: string): string | undefined {
    if (host.includes('.')) return host
    return domain === undefined ? undefined : `${host}.${domain}`
  }
}
