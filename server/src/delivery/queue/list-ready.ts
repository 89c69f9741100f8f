import { CompiledQuery } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import type { Profile } from '../../game-servers/profiles/profile.ts'
import type { CheckoutId, DeliveryId, GameServerId, StoreId } from '../../ids.ts'
import type { DeliveryConditions } from '../conditions.ts'
import type { DeliveryType } from '../delivery.ts'

/** What a client asks for when it polls. */
export type Poll = {
  storeId: StoreId
  serverId: GameServerId
  /** Set for clients of interface 1.0: how they are shown a queue that does not fit into one response. */
  profile?: Profile
  /** The players in the game. Undefined if the client does not report them. */
  online?: string[] | undefined
  /** Deliveries that the client has already received and not yet reported. */
  holding?: DeliveryId[]
  limit?: number
}

export type ReadyDelivery = DeliveryConditions & {
  id: DeliveryId
  position: number
  checkout_id: CheckoutId
  game_user_id: string
  delivery_type: DeliveryType
  dispatched: boolean
  /** The client had it before its last start, or has looked at it. */
  seen_before: boolean
  attempts: number
  commands_run: number
  bytes: number
  /** Null if larger than the content that was asked for. */
  products: string | null
}

export const READY_COLUMNS = `p.id, p.position, p.checkout_id, p.game_user_id, p.delivery_type,
      p.dispatched_at is not null as dispatched, p.looked_at is not null as seen_before, p.attempts, p.commands_run, p.requires_online, p.delay_seconds,
      p.free_slots, p.repeatable, p.bytes`

// A delivery that waits for its retry blocks later deliveries of the same player, so that a refund cannot overtake the
// purchase it undoes. For the same reason a delivery that needs the player online blocks those that do not. Names are
// compared in lower case, because buyers do not type them as the game spells them.
const STATEMENT = `
  with polls as materialized (
    select store_id, server_id, place, case when online is not null
        then array(select lower(name) from json_array_elements_text(online::json) as name) end as online
    from unnest($1::uuid[], $2::uuid[], $3::text[]) with ordinality as w (store_id, server_id, online, place)
    where exists (
      select from pending_deliveries p where p.store_id = w.store_id and p.server_id = w.server_id and p.hold_reason is null)
  )
  select w.place::integer as place, ready.*
  from polls w
  cross join lateral (
    select ${READY_COLUMNS}, case when p.bytes <= $4 then p.products end as products
    from pending_deliveries p
    where p.store_id = w.store_id and p.server_id = w.server_id and p.hold_reason is null and p.retry_at is null
      and not exists (
        select from pending_deliveries before
        where before.store_id = p.store_id and before.server_id = p.server_id and before.game_user_id = p.game_user_id
          and before.position < p.position and before.retry_at is not null)
      and (w.online is null or lower(p.game_user_id) = any(w.online) or not p.requires_online and not exists (
        select from pending_deliveries before
        where before.store_id = p.store_id and before.server_id = p.server_id and before.hold_reason is null
          and before.position < p.position and before.game_user_id = p.game_user_id and before.requires_online))
    order by p.position
    limit $5
  ) ready`

const NOTHING: ReadyDelivery[] = []

/**
 * The deliveries that each polling server can run now, oldest first. For most servers the statement is one index
 * lookup that finds no row; the list of online players is parsed only for servers with a queue.
 */
export async function listReady(
  db: GatewayDb,
  polls: Poll[],
  { limit, contentBytes }: { limit: number | null; contentBytes: number },
): Promise<ReadyDelivery[][]> {
  const values = [
    `{${polls.map(({ storeId }) => storeId).join()}}`,
    `{${polls.map(({ serverId }) => serverId).join()}}`,
    onlineOf(polls),
    contentBytes,
    limit,
  ]
  const { rows } = await db.executeQuery<ReadyDelivery & { place: number }>(CompiledQuery.raw(STATEMENT, values))
  if (rows.length === 0) return polls.map(() => NOTHING)
  const queues = Map.groupBy(rows, (row) => row.place)
  return polls.map((_, i) => queues.get(i + 1) ?? NOTHING)
}

/** Null if no client reports online players, as clients of interface 1.0 never do. */
function onlineOf(polls: Poll[]): (string | null)[] | null {
  if (polls.every(({ online }) => online === undefined)) return null
  return polls.map(({ online }) => (online === undefined ? null : JSON.stringify(online)))
}
