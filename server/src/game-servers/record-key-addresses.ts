import { sql } from 'kysely'
import type { GatewayDb } from '../db/database.ts'
import type { ServerKeyId, StoreId } from '../ids.ts'

/** An address that a key was used from, or refused from, and how long ago. */
export type UsedFrom = {
  storeId: StoreId
  keyId: ServerKeyId
  address: string
  refused: boolean
  firstSecondsAgo: number
  lastSecondsAgo: number
}

const BATCH_SIZE = 5_000
/** After a pause of this length the use of an address counts as new. Must be longer than the interval between writes. */
const PAUSE_MINUTES = 10
const MAX_ADDRESSES = 20
/** For each key, so that a caller with many addresses cannot flood the events of the store. */
const MAX_WARNINGS_PER_HOUR = 5

/** `addresses`: at most as many are stored for it. */
type Key = { storeId: StoreId; keyId: ServerKeyId; addresses: number }

/** Stores the uses, and warns each store whose key is used from a second address or from one that is not allowed. */
export async function recordKeyAddresses(db: GatewayDb, used: UsedFrom[]): Promise<void> {
  for (let i = 0; i < used.length; i += BATCH_SIZE) {
    const keys = await write(db, used.slice(i, i + BATCH_SIZE))
    if (keys.length > 0) await warn(db, keys)
    const full = keys.filter(({ addresses }) => addresses > MAX_ADDRESSES)
    if (full.length > 0) await dropOldest(db, full)
  }
}

/** Returns the keys with several addresses or a refused one. Most keys have one address, and need no other statement. */
async function write(db: GatewayDb, used: UsedFrom[]): Promise<Key[]> {
  // Always in the same order, so that two processes with the same key cannot deadlock.
  const { rows } = await sql<Key>`
    with written as (
      insert into server_key_addresses as a (store_id, key_id, address, first_seen_at, in_use_since, last_seen_at, refused_at)
      select u.store_id, u.key_id, u.address, u.first, u.first, u.last, case when u.refused then u.last end
      from (
        select w.store_id, w.key_id, case family(w.address) when 6 then network(set_masklen(w.address, 64))::inet else w.address end as address,
          now() - make_interval(secs => max(w.first)) as first, now() - make_interval(secs => min(w.last)) as last, bool_and(w.refused) as refused
        from unnest(${used.map((one) => one.storeId)}::uuid[], ${used.map((one) => one.keyId)}::uuid[],
          ${used.map((one) => one.address)}::inet[], ${used.map((one) => one.firstSecondsAgo)}::double precision[],
          ${used.map((one) => one.lastSecondsAgo)}::double precision[], ${used.map((one) => one.refused)}::boolean[])
          as w (store_id, key_id, address, first, last, refused)
        group by 1, 2, 3
      ) u
      order by 1, 2, 3
      on conflict (store_id, key_id, address) do update set
        in_use_since = case when excluded.in_use_since > a.last_seen_at + make_interval(mins => ${PAUSE_MINUTES}::integer)
          then excluded.in_use_since else a.in_use_since end,
        last_seen_at = greatest(a.last_seen_at, excluded.last_seen_at),
        refused_at = excluded.refused_at,
        notified_at = case when (a.refused_at is null) = (excluded.refused_at is null) or a.notified_at > now() - interval '1 hour'
          then a.notified_at end
      returning store_id, key_id, address, refused_at
    )
    select w.store_id as "storeId", w.key_id as "keyId", (count(*) + max(k.others))::integer as addresses
    from written w
    cross join lateral (
      select count(*) as others from server_key_addresses o
      where o.store_id = w.store_id and o.key_id = w.key_id and o.address <> w.address) k
    group by w.store_id, w.key_id
    having bool_or(w.refused_at is not null) or count(*) + max(k.others) > 1`.execute(db)
  return rows
}

/** The second address is the one that appeared while the first was still in use. A trigger records the event. */
async function warn(db: GatewayDb, keys: Key[]): Promise<void> {
  await sql`
    with new_addresses as (
      select n.store_id, n.key_id, n.address,
        row_number() over (partition by n.store_id, n.key_id order by n.in_use_since, n.address) + (
          select count(*) from server_key_addresses t
          where t.store_id = n.store_id and t.key_id = n.key_id and t.notified_at > now() - interval '1 hour') as place
      from unnest(${keys.map(({ storeId }) => storeId)}::uuid[], ${keys.map(({ keyId }) => keyId)}::uuid[]) as k (store_id, key_id)
      join server_key_addresses n on n.store_id = k.store_id and n.key_id = k.key_id
      where n.notified_at is null and (n.refused_at is not null or exists (
        select from server_key_addresses o
        where o.store_id = n.store_id and o.key_id = n.key_id and o.address <> n.address and o.refused_at is null
          and (o.in_use_since, o.address) < (n.in_use_since, n.address) and o.last_seen_at > n.in_use_since)))
    update server_key_addresses a set notified_at = now() from new_addresses found
    where a.store_id = found.store_id and a.key_id = found.key_id and a.address = found.address and a.notified_at is null
      and found.place <= ${MAX_WARNINGS_PER_HOUR}::integer`.execute(db)
}

/** Keeps addresses with a recent warning: without them the store would be warned again. */
async function dropOldest(db: GatewayDb, keys: Key[]): Promise<void> {
  await sql`
    delete from server_key_addresses a
    using unnest(${keys.map(({ storeId }) => storeId)}::uuid[], ${keys.map(({ keyId }) => keyId)}::uuid[]) as k (store_id, key_id)
    where a.store_id = k.store_id and a.key_id = k.key_id and a.address = any(array(
      select o.address from server_key_addresses o
      where o.store_id = k.store_id and o.key_id = k.key_id
      order by coalesce(o.notified_at > now() - interval '1 hour', false) desc, o.last_seen_at desc, o.address
      offset ${MAX_ADDRESSES}::integer))`.execute(db)
}
