import type { Database } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { formatId, newId, parseId, type StoreId } from '../../ids.ts'
import { createStore } from '../../stores/create-store.ts'
import { listStores } from '../../stores/list-stores.ts'
import { advanceClock } from '../../test-mode/advance-clock.ts'
import { byHand } from '../by-hand.ts'
import { readDate, type RemoteStore } from './remote-store.ts'

type NewStore = {
  name: string
  url: string
  currency: string
  mode: 'live' | 'test'
  /** Whoever runs the platform says what a store has paid for. */
  plan?: string
  expiresAt?: Date
}
type ShownStore = { id: string; name: string; plan: string; url: string; currency: string; expires: Date | null }

export type StoreDesk = {
  /** The newest ones. */
  list: () => Promise<ShownStore[]>
  /** The one that is meant when none is named. */
  only: () => Promise<StoreId>
  create: (store: NewStore) => Promise<{ id: string; url: string }>
  /** What time it is in the store then. */
  advance: (wanted: { storeId: StoreId; seconds: number }) => Promise<{ now: Date }>
}

const MOST = 100

export function localStores({ app, reader }: Database): StoreDesk {
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
    only: () => Promise.reject(new AppError('invalid_request', 'Say which store is meant: --store sto_…')),
    async create({ plan = 'BASIC', expiresAt, ...store }) {
      const storeId = newId<StoreId>()
      const deed = { storeId, action: 'createStore', subject: formatId('sto', storeId) }
      const { url } = await byHand(app, deed, (tx) =>
        createStore(tx, { ...store, plan, expiresAt: expiresAt ?? null, id: storeId }),
      )
      return { id: formatId('sto', storeId), url }
    },
    async advance({ storeId, seconds }) {
      const deed = { storeId, action: 'advanceClock', subject: formatId('sto', storeId), details: { seconds } }
      return byHand(app, deed, (tx) => advanceClock(tx, { storeId, seconds }))
    },
  }
}

export function remoteStores({ manage, onlyStoreId, storeId: storeOf }: RemoteStore): StoreDesk {
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
    async only() {
      const text = await storeOf()
      const id = parseId<StoreId>('sto', text)
      if (id === undefined) throw new AppError('internal', `${text} is no id of a store`)
      return id
    },
    async create({ plan, expiresAt, ...store }) {
      if (plan !== undefined || expiresAt !== undefined) {
        throw new AppError('invalid_request', '--plan and --expires are for the machine that the platform runs on')
      }
      const { id, url } = await manage.createStore(store)
      return { id, url }
    },
    async advance({ storeId, seconds }) {
      const { now } = await manage.advanceClock({ storeId: await storeOf(storeId), seconds })
      return { now: readDate(now) }
    },
  }
}
