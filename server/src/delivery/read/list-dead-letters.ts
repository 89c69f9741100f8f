import type { DEAD_LETTER_REASONS } from '@quartermaster/contract/manage-deliveries'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { keysetPage } from '../../db/keyset-page.ts'
import type { CheckoutId, DeliveryId, GameServerId, StoreId } from '../../ids.ts'
import { PLAYER_IDS } from '../../game-servers/profiles/mta.ts'
import type { DeliveryType } from '../delivery.ts'

export type DeadLetterReason = (typeof DEAD_LETTER_REASONS)[number]

/** What staff read: why a delivery does not arrive, what to do about it, and which actions the API offers for it. */
export const DEAD_LETTER_ADVICE: Record<
  DeadLetterReason,
  { explanation: string; advice: string; actions: readonly ('resolve' | 'cancel')[] }
> = {
  failed: {
    explanation: 'It failed too often, so it is not retried any more',
    advice:
      'Read the output of the game and fix the cause, then resolve it: retry, or delivered if you gave it to the player by hand',
    actions: ['resolve', 'cancel'],
  },
  uncertain: {
    explanation: 'The game server stopped while it ran, so it is unclear whether the last command ran',
    advice: 'Check in the game, then resolve it: delivered, retry, or continue if the last command ran',
    actions: ['resolve', 'cancel'],
  },
  withdrawn: {
    explanation: 'It was refunded or expired before its game server reported it, so it is not dispatched any more',
    advice: 'Check in the game whether the player has the goods, and take them away. Then cancel it',
    actions: ['resolve', 'cancel'],
  },
  reported_late: {
    explanation: 'Its game server reported it after it had been refunded, cancelled or expired',
    advice: 'The player has the goods: take them away in the game. Then resolve it: delivered',
    actions: ['resolve'],
  },
  reported_twice: {
    explanation: 'Its game server reported it again later, so it probably ran twice',
    advice: 'Check in the game what the player has, and take away what is too much. Then resolve it: delivered',
    actions: ['resolve'],
  },
  unreadable_id: {
    explanation: "Its game server finds players by number, and the player's id is not a number",
    advice: "Cancel it, and sell it again with the player's number",
    actions: ['cancel'],
  },
  no_server: {
    explanation: 'It was sold before the store had a game server',
    advice: 'Add a game server, the first one gets it; or cancel it',
    actions: ['cancel'],
  },
  never_fetched: {
    explanation: 'Game servers with the profile mta never fetch refunds and expiries',
    advice: 'Revoke the product in the game by hand, then cancel this delivery',
    actions: ['cancel'],
  },
  server_silent: {
    explanation: 'Its game server has not called for more than ten minutes, or never',
    advice: 'Start the game server, and check its key and its address. It is delivered at the next poll',
    actions: ['cancel'],
  },
  player_away: {
    explanation: 'It has been pending for more than a day, most likely because the player was not in the game',
    advice: 'Nothing: it is delivered when the player joins. If they have joined, check the spelling of their name',
    actions: ['cancel'],
  },
  not_reported: {
    explanation: 'Its game server has received it many times, but has not reported it for more than a day',
    advice:
      'Most likely the player was not in the game. If they were, check the log of the game server: it may not know the command. Cancel it if it is no longer wanted',
    actions: ['cancel'],
  },
}

const HAS_LATE_REPORT = sql`l.late_report_at is not null and l.late_report_resolved_at is null`

export type DeadLetter = {
  id: DeliveryId
  reason: DeadLetterReason
  since: Date
  deliveryType: DeliveryType
  gameUserId: string
  checkoutId: CheckoutId
  serverId: GameServerId | null
  serverName: string | null
  /** The names of its products. */
  products: string[]
  commands: string[]
  failedAttempts: number
  createdAt: Date
}

/** Deliveries that staff have to look at, oldest first: they do not arrive, or their reports are contradictory. A page may be short and still have a next one. */
export async function listDeadLetters(
  tx: Tx,
  { storeId, limit, after }: { storeId: StoreId; limit: number; after?: DeliveryId | undefined },
): Promise<{ letters: DeadLetter[]; next: DeliveryId | null }> {
  const afterLast = after === undefined ? sql`` : sql`and id > ${after}::uuid`
  const reason = await reasonIn(tx, storeId)
  const { ids, next } = await keysetPage<DeliveryId>(tx, {
    source: sql`
      (select id from pending_deliveries where store_id = ${storeId} ${afterLast} order by id)
      union all
      (select id from delivery_ledger l where store_id = ${storeId} and ${HAS_LATE_REPORT} ${afterLast} order by id)
      order by id`,
    keep: sql`
      select from pending_deliveries p where p.store_id = ${storeId} and p.id = scanned.id and ${reason} is not null
      union all
      select from delivery_ledger l where l.store_id = ${storeId} and l.id = scanned.id and ${HAS_LATE_REPORT}`,
    limit,
  })
  return { letters: ids.length === 0 ? [] : await describe(tx, { storeId, ids, reason }), next }
}

/** The first condition that is true is the reason. A delivery that waits for its retry is not a dead letter. */
async function reasonIn(tx: Tx, storeId: StoreId): Promise<RawBuilder<unknown>> {
  // The few servers of a store are read once, instead of once for each delivery.
  const { rows } = await sql<{ id: GameServerId; mta: boolean; silent: boolean }>`
    select id, profile = 'mta' as mta, last_seen_at is null or last_seen_at < now() - interval '10 minutes' as silent
    from game_servers where store_id = ${storeId}`.execute(tx)
  const mta = rows.flatMap((server) => (server.mta ? server.id : []))
  const silent = rows.flatMap((server) => (server.silent ? server.id : []))
  return sql`case
    when p.hold_reason is not null then p.hold_reason
    when p.server_id is null then 'no_server'
    when p.server_id = any(${mta}::uuid[]) and p.delivery_type <> 'APPROVE' then 'never_fetched'
    when p.server_id = any(${mta}::uuid[]) and p.game_user_id !~ ${PLAYER_IDS.source} then 'unreadable_id'
    when p.server_id = any(${silent}::uuid[]) then 'server_silent'
    when p.retry_at is not null or p.created_at > now() - interval '24 hours' then null
    when p.requires_online then 'player_away'
    else 'not_reported' end`
}

async function describe(
  tx: Tx,
  { storeId, ids, reason }: { storeId: StoreId; ids: DeliveryId[]; reason: RawBuilder<unknown> },
): Promise<DeadLetter[]> {
  const { rows } = await sql<Omit<DeadLetter, 'products' | 'commands'> & { products: string }>`
    select letter.* from unnest(${ids}::uuid[]) as wanted (id) cross join lateral (
      select p.id, ${reason} as reason,
        case when p.hold_reason is not null then coalesce((
            select max(a.reported_at) from delivery_attempts a where a.store_id = ${storeId} and a.delivery_id = p.id), p.created_at)
          when ${reason} = 'server_silent' then greatest(p.created_at, g.last_seen_at)
          else p.created_at end as since,
        p.delivery_type as "deliveryType", p.game_user_id as "gameUserId", p.checkout_id as "checkoutId", p.server_id as "serverId",
        g.name as "serverName", p.products, p.attempts as "failedAttempts", p.created_at as "createdAt"
      from pending_deliveries p left join game_servers g on g.store_id = p.store_id and g.id = p.server_id
      where p.store_id = ${storeId} and p.id = wanted.id
      union all
      select l.id, case when l.state = 'processed' and l.late_report_at > l.finished_at then 'reported_twice' else 'reported_late' end,
        l.late_report_at, l.delivery_type, l.game_user_id, l.checkout_id, l.server_id, g.name, l.products, 0, l.created_at
      from delivery_ledger l left join game_servers g on g.store_id = l.store_id and g.id = l.server_id
      where l.store_id = ${storeId} and l.id = wanted.id and ${HAS_LATE_REPORT}
      offset 0) letter
    order by letter.id`.execute(tx)
  return rows.map(({ products: text, ...letter }) => {
    const products = JSON.parse(text) as { name: string; commands: string[] }[]
    return {
      ...letter,
      products: [...new Set(products.map(({ name }) => name))],
      commands: products.flatMap(({ commands }) => commands),
    }
  })
}
