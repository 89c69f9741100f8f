import { sql } from 'kysely'
import type { ReaderDb } from '../../db/database.ts'
import type { CheckoutId, StoreId } from '../../ids.ts'
import { LARGE_NETWORK, LARGE_NETWORK_FACTOR, networkOf } from '../../network-of.ts'

const CHECK_INTERVAL_MS = 1_000
const MAX_WATCHERS = 5_000
/** Many buyers can share an address, and one buyer can have an order open in several tabs. */
const MAX_OF_NETWORK = 100
const MAX_OF_ORDER = 20

type Watched = { storeId: StoreId; checkoutId: CheckoutId }

export type OrderWatcher = {
  /** Of the client. */
  address: string
  /** Called with the version of the order: once soon after the beginning, and after every change. */
  onVersion: (version: string) => void
  /** This process stops. */
  onEnd: () => void
}

type Entry = Watched & { version: string | undefined; watchers: Set<OrderWatcher> }

export type OrderWatch = {
  /** Undefined if too many visitors watch: altogether, of this network, or this order. */
  add: (order: Watched, watcher: OrderWatcher) => { remove: () => void } | undefined
  /** Ends all watches, and refuses new ones. */
  stop: () => void
}

/** Notifies the visitors of this process who look at an order. The database is asked once a second, however many they are. */
export function watchOrders(db: ReaderDb, onError: (error: unknown) => void): OrderWatch {
  const entries = new Map<CheckoutId, Entry>()
  const networks = new Map<string, number>()
  let count = 0
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function check(): Promise<void> {
    const watched = [...entries.values()]
    if (watched.length === 0) return
    const versions = await readVersions(db, watched)
    for (const entry of watched) {
      const version = versions.get(entry.checkoutId)
      if (version === undefined || version === entry.version) continue
      entry.version = version
      for (const { onVersion } of entry.watchers) onVersion(version)
    }
  }

  function schedule(): void {
    if (isStopped || timer !== undefined || entries.size === 0) return
    timer = setTimeout(() => {
      void check()
        .catch(onError)
        .finally(() => {
          timer = undefined
          schedule()
        })
    }, CHECK_INTERVAL_MS).unref()
  }

  function leave(network: string): void {
    const left = (networks.get(network) ?? 1) - 1
    if (left === 0) networks.delete(network)
    else networks.set(network, left)
  }

  return {
    add(order, watcher) {
      const entry = entries.get(order.checkoutId) ?? { ...order, version: undefined, watchers: new Set() }
      const places = placesOf(watcher)
      const isFull = places.some(({ network, max }) => (networks.get(network) ?? 0) >= max)
      if (isStopped || isFull || count >= MAX_WATCHERS || entry.watchers.size >= MAX_OF_ORDER) return undefined
      entry.watchers.add(watcher)
      entries.set(order.checkoutId, entry)
      count++
      for (const { network } of places) networks.set(network, (networks.get(network) ?? 0) + 1)
      const { version } = entry
      // After the caller has begun its response.
      if (version !== undefined) setImmediate(() => watcher.onVersion(version))
      schedule()
      return {
        remove() {
          if (!entry.watchers.delete(watcher)) return
          count--
          for (const { network } of places) leave(network)
          if (entry.watchers.size === 0) entries.delete(order.checkoutId)
        },
      }
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
      for (const { watchers } of entries.values()) for (const { onEnd } of watchers) onEnd()
    },
  }
}

/** An IPv6 client can have a whole /64, and an attacker can rent a large network. */
function placesOf({ address }: OrderWatcher): { network: string; max: number }[] {
  return [
    { network: networkOf(address), max: MAX_OF_NETWORK },
    { network: `large ${networkOf(address, LARGE_NETWORK)}`, max: MAX_OF_NETWORK * LARGE_NETWORK_FACTOR },
  ]
}

/** A finished delivery leaves the queue, so the ledger need not be read. */
async function readVersions(db: ReaderDb, watched: Watched[]): Promise<Map<CheckoutId, string>> {
  const { rows } = await sql<{ id: CheckoutId; version: string }>`
    select w.id, md5(concat_ws(' ', c.state, (
        select count(refunded_at) + count(withdrawn_at) from checkout_lines l
        where l.store_id = w.store_id and l.checkout_id = w.id), (
        select string_agg(concat_ws(',', p.id, p.dispatched_at, p.hold_reason, p.retry_at, p.server_id,
          s.last_seen_at > now() - interval '150 seconds'), ';' order by p.id)
        from pending_deliveries p left join game_servers s on s.store_id = p.store_id and s.id = p.server_id
        where p.store_id = w.store_id and p.checkout_id = w.id))) as version
    from unnest(${watched.map(({ storeId }) => storeId)}::uuid[], ${watched.map(({ checkoutId }) => checkoutId)}::uuid[])
      as w (store_id, id)
    join checkouts c on c.store_id = w.store_id and c.id = w.id`.execute(db)
  return new Map(rows.map(({ id, version }) => [id, version]))
}
