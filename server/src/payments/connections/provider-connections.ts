import { LRUCache } from 'lru-cache'
import { type Db, inStore } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { formatId, type StoreId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import { type AnswerResult, countAnswers } from './count-answers.ts'
import { requireMode } from './require-mode.ts'
import type { ProviderConnection, Credentials, Provider, ProviderName } from '../provider.ts'

/** How long a change of the credentials takes to reach every process. */
const CACHE_TTL_MS = 5_000
const CACHE_SIZE = 10_000

export type ProviderConnections = {
  /** Undefined if the store is not connected or does not exist. */
  find: (storeId: StoreId, provider: ProviderName) => Promise<ProviderConnection | undefined>
  /** Whether a connection was found before and is still in memory. */
  isKnown: (storeId: StoreId, provider: ProviderName) => boolean
  /** Like `find`, but throws not_payable. */
  require: (storeId: StoreId, provider: ProviderName) => Promise<ProviderConnection>
  provider: (name: ProviderName) => Promise<Provider>
}

/** Adapters are loaded on first use, because the packages of the providers are large and most stores use one provider. */
export type Providers = Partial<Record<ProviderName, () => Promise<Provider>>>

export type ConnectionParts = {
  sealer: Sealer
  providers: Providers
  onAnswer?: ((provider: ProviderName, result: AnswerResult) => void) | undefined
}

type CachedConnection = { sealed: Buffer | undefined; connection: ProviderConnection | undefined }

/** Caches open connections for a few seconds, because callbacks often arrive in bursts. */
export function createProviderConnections(
  db: Db,
  { sealer, providers, onAnswer = () => undefined }: ConnectionParts,
): ProviderConnections {
  const loaded = new Map<ProviderName, Promise<Provider>>()
  const providerOf = async (name: ProviderName): Promise<Provider> => {
    const provider = loaded.get(name) ?? providers[name]?.()
    if (!provider) throw new Error(`no adapter for the payment provider ${name}`)
    loaded.set(name, provider)
    return provider
  }

  const cache = new LRUCache<string, CachedConnection>({
    max: CACHE_SIZE,
    ttl: CACHE_TTL_MS,
    async fetchMethod(key, stale) {
      const [storeId = '', name = ''] = key.split(' ')
      return load(storeId as StoreId, name as ProviderName, stale)
    },
  })

  async function load(
    storeId: StoreId,
    name: ProviderName,
    stale: CachedConnection | undefined,
  ): Promise<CachedConnection> {
    const row = await inStore(db, storeId, (tx) =>
      tx
        .selectFrom('provider_connections as p')
        .innerJoin('stores as s', 's.id', 'p.store_id')
        .select(['p.key_id', 'p.sealed', 's.mode as storeMode'])
        .where('p.store_id', '=', storeId)
        .where('p.provider', '=', name)
        .executeTakeFirst(),
    )
    if (!row) return { sealed: undefined, connection: undefined }
    if (stale?.sealed?.equals(row.sealed) === true) return stale
    const text = sealer.open({ keyId: row.key_id, sealed: row.sealed }, credentialsLabel(storeId, name))
    const provider = await providerOf(name)
    const credentials = JSON.parse(text) as Credentials
    // Earlier releases stored test credentials in live stores.
    requireMode(provider.modeOf(credentials), { provider: name, storeMode: row.storeMode })
    const connection = countAnswers(provider.connect(credentials), (result) => onAnswer(name, result))
    return { sealed: row.sealed, connection }
  }

  async function find(storeId: StoreId, name: ProviderName): Promise<ProviderConnection | undefined> {
    return (await cache.fetch(`${storeId} ${name}`, { allowStale: false }))?.connection
  }

  return {
    find,
    isKnown: (storeId, name) => cache.peek(`${storeId} ${name}`, { allowStale: true })?.connection !== undefined,
    provider: providerOf,
    async require(storeId, name) {
      const connection = await find(storeId, name)
      if (!connection) throw new AppError('not_payable', `This store is not connected to ${name}. Connect it first.`)
      return connection
    },
  }
}

/** Binds sealed credentials to a store and a provider. A copy in another row cannot be opened. */
export function credentialsLabel(storeId: StoreId, provider: ProviderName): string {
  return `${formatId('sto', storeId)} ${provider}`
}
