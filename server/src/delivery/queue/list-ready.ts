import { CompiledQuery } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import type { DeliveryId, GameServerId, StoreId } from '../../ids.ts'
import type { PendingDelivery } from './list-pending.ts'
import { READY } from './is-ready.ts'
import type { DeliveryConditions } from '../conditions.ts'

export type ReadyDelivery = PendingDelivery & DeliveryConditions & { attempts: number; commands_run: number }

export type Asked = {
  storeId: StoreId
  serverId: GameServerId
  /** Who is in the game; undefined: the client cannot tell. */
  online: string[] | undefined
  /** What the client has in hand. */
  holding: DeliveryId[]
  most: number
}

export const READY_COLUMNS = `p.id, p.position, p.checkout_id, p.game_user_id, p.delivery_type, p.dispatched_at is not null as offered,
      p.attempts, p.commands_run, p.requires_online, p.delay_seconds, p.free_slots, p.repeatable`

/**
 * What the players who are online can be given, from `pending_deliveries p` and `w.online` in small letters: buyers
 * write their names as they like, and games find them all the same. What needs nobody there goes out as well, unless something before it
 * waits for the player: the order of a player holds.
 */
export const REACHABLE = `${READY} and (
      w.online is null or lower(p.game_user_id) = any(w.online) or not p.requires_online and not exists (
        select from pending_deliveries before
        where before.store_id = p.store_id and before.server_id = p.server_id and before.hold_reason is null
          and before.position < p.position and before.game_user_id = p.game_user_id and before.requires_online))`

const STATEMENT = `
  select ${READY_COLUMNS}, p.bytes
  from (select array(select lower(name) from unnest($3::text[]) as name) as online where $3::text[] is not null
        union all select null where $3::text[] is null) w
  cross join pending_deliveries p
  where p.store_id = $1 and p.server_id = $2 and p.id <> all($4::uuid[]) and ${REACHABLE}
  order by p.position
  limit $5`

type Listed = Omit<ReadyDelivery, 'products'> & { bytes: number }

/** What a server can deliver now, without what is in it. */
export async function listReady(db: GatewayDb, asked: Asked): Promise<Listed[]> {
  const { storeId, serverId, online, holding, most } = asked
  const { rows } = await db.executeQuery<Listed>(
    CompiledQuery.raw(STATEMENT, [storeId, serverId, online ?? null, holding, most + 1]),
  )
  return rows
}
