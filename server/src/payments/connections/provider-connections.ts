import { LRUCache } from 'lru-cache'
import { type Db, inStore } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { formatId, type StoreId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import type { Account, Credentials, Provider, ProviderName } from '../provider.ts'

/** How long a change of an account may take to reach every process. */
const REMEMBERED_MS = 5_000
const MOST_REMEMBERED = 10_000

export type ProviderConnections = {
  /** A store's account at a provider, ready to use. Undefined: not connected, or no such store. */
  find: (storeId: StoreId, provider: ProviderName) => Promise<Account | undefined>
  /** The same, where it must be there. */
  require: (storeId: StoreId, provider: ProviderName) => Promise<Account>
  provider: (name: ProviderName) => Promise<Provider>
}

/** By name, each loaded when it is first needed: what companies give out is large, and most stores use one of them. */
export type Providers = Partial<Record<ProviderName, () => Promise<Provider>>>

type Remembered = { sealed: Buffer | undefined; account: Account | undefined }

/** Opens sealed credentials when they are needed, and keeps what was opened for a moment: callbacks come in crowds. */
export function createProviderConnections(
  db: Db,
  { sealer, providers }: { sealer: Sealer; providers: Providers },
): ProviderConnections {
  const loaded = new Map<ProviderName, Promise<Provider>>()
  const providerOf = async (name: ProviderName): Promise<Provider> => {
    const provider = loaded.get(name) ?? providers[name]?.()
    if (!provider) throw new Error(`there is no adapter for ${name}`)
    loaded.set(name, provider)
    return provider
  }

  const cache = new LRUCache<string, Remembered>({
    max: MOST_REMEMBERED,
    ttl: REMEMBERED_MS,
    async fetchMethod(key, stale) {
      const [storeId = '', name = ''] = key.split(' ')
      return load(storeId as StoreId, name as ProviderName, stale)
    },
  })

  async function load(storeId: StoreId, name: ProviderName, stale: Remembered | undefined): Promise<Remembered> {
    const row = await inStore(db, storeId, (tx) =>
      tx
        .selectFrom('provider_connections')
        .select(['key_id', 'sealed'])
        .where('store_id', '=', storeId)
        .where('provider', '=', name)
        .executeTakeFirst(),
    )
    if (!row) return { sealed: undefined, account: undefined }
    if (stale?.sealed?.equals(row.sealed) === true) return stale
    const text = sealer.open({ keyId: row.key_id, sealed: row.sealed }, credentialsLabel(storeId, name))
    const provider = await providerOf(name)
    return { sealed: row.sealed, account: provider.connect(JSON.parse(text) as Credentials) }
  }

  async function find(storeId: StoreId, name: ProviderName): Promise<Account | undefined> {
    return (await cache.fetch(`${storeId} ${name}`, { allowStale: false }))?.account
  }

  return {
    find,
    provider: providerOf,
    async require(storeId, name) {
      const account = await find(storeId, name)
      if (!account) throw new AppError('not_payable', `This store is not connected to ${name}`)
      return account
    },
  }
}

/** What sealed credentials are bound to: moved to another store or provider they do not open. */
export function credentialsLabel(storeId: StoreId, provider: ProviderName): string {
  return `${formatId('sto', storeId)} ${provider}`
}
