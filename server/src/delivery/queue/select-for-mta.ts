import { sql } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import { PLAYER_IDS } from '../../game-servers/profiles/mta.ts'
import type { DeliveryId, GameServerId, StoreId } from '../../ids.ts'
import { READY_COLUMNS, type ReadyDelivery } from './list-ready.ts'

/** Longer lists only for a client that looks at a later place: what was dispatched cannot be cancelled by a refund. */
const DELIVERIES = 10
const MAX_DELIVERIES = 50

type Server = { storeId: StoreId; serverId: GameServerId }
type Purchase = ReadyDelivery & { lookedAt: Date | null; isNew: boolean }
/** `index`: the place in the next list that the client looks at. */
type Turn = { index: number; showedNew: boolean }
type Arrangement<T> = { list: T[]; looksAt: T | undefined }

/**
 * The list for a client that looks at one delivery per poll: at the place after the last one if that player was offline,
 * otherwise at the first. No one tells the store who is online, so the purchase whose turn it is goes to the place where
 * the client will look.
 *
 * A client that polls again before it has the response would run the same purchase twice. So a list is followed by
 * empty responses, until a report arrives or five seconds have passed.
 */
export async function selectForMta(db: GatewayDb, server: Server): Promise<ReadyDelivery[]> {
  const purchases = await listPurchases(db, server)
  const turn = purchases.length > 0 && (await takeTurn(db, server))
  if (!turn) return []
  const { list, looksAt } = arrange(purchases, turn)
  await recordLook(db, server, { turn, looksAt })
  return list
}

/** The client has reported or started again: it looks at the first place next, and may have the next list. */
export async function endTurn(db: GatewayDb, { storeId, serverId }: Server): Promise<void> {
  await db
    .updateTable('poll_windows')
    .set({ client_index: 0, quiet_until: null })
    .where('store_id', '=', storeId)
    .where('server_id', '=', serverId)
    .execute()
}

/** The newest purchases, and those that the client has not looked at for the longest time. */
async function listPurchases(db: GatewayDb, { storeId, serverId }: Server): Promise<Purchase[]> {
  const { rows } = await sql<Purchase>`
    with purchases as (
      select ${sql.raw(READY_COLUMNS)}, null as products, p.looked_at as "lookedAt",
        p.looked_at is null and p.created_at > now() - interval '2 minutes' as "isNew"
      from pending_deliveries p
      where p.store_id = ${storeId} and p.server_id = ${serverId} and p.delivery_type = 'APPROVE'
        and p.hold_reason is null and p.retry_at is null and p.game_user_id ~ ${PLAYER_IDS.source}
    )
    (select * from purchases where "isNew" order by position desc limit ${MAX_DELIVERIES})
    union
    (select * from purchases order by "lookedAt" nulls first, position limit ${MAX_DELIVERIES})`.execute(db)
  return rows
}

/** Undefined while the client has a list that it may not have processed. */
async function takeTurn(db: GatewayDb, { storeId, serverId }: Server): Promise<Turn | undefined> {
  const { rows } = await sql<Turn>`
    insert into poll_windows as w (store_id, server_id, position, quiet_until)
    values (${storeId}, ${serverId}, 0, now() + interval '5 seconds')
    on conflict (store_id, server_id) do update set quiet_until = excluded.quiet_until
    where w.quiet_until is null or w.quiet_until <= now()
    returning client_index as index, showed_new as "showedNew"`.execute(db)
  return rows[0]
}

/**
 * New purchases and old ones take turns. Of the new ones the newest comes first, because its buyer is probably in the
 * game; of all others the one that the client has not looked at for the longest time. That includes a purchase that the
 * client never reports, so it cannot block the others.
 */
export function arrange<T extends Pick<Purchase, 'position' | 'lookedAt' | 'isNew'>>(
  purchases: T[],
  { index, showedNew }: Turn,
): Arrangement<T> {
  const since = ({ lookedAt }: T) => lookedAt?.getTime() ?? 0
  const waiting = purchases.toSorted((a, b) => since(a) - since(b) || a.position - b.position)
  const newest = waiting.findLast(({ isNew }) => isNew)
  const wanted = showedNew || !newest ? waiting[0] : newest
  const inTurn = [...waiting.filter((each) => each === wanted), ...waiting.filter((each) => each !== wanted)]
  const shown = inTurn.slice(0, Math.min(Math.max(DELIVERIES, index + 1), MAX_DELIVERIES))
  // At the end of a list, the client only returns to the first place.
  if (index >= shown.length) return { list: shown, looksAt: undefined }
  return { list: [...shown.slice(shown.length - index), ...shown.slice(0, shown.length - index)], looksAt: wanted }
}

async function recordLook(
  db: GatewayDb,
  { storeId, serverId }: Server,
  { turn, looksAt }: { turn: Turn; looksAt: { id: DeliveryId; isNew: boolean } | undefined },
): Promise<void> {
  const next = looksAt ? { index: turn.index + 1, showedNew: looksAt.isNew && !turn.showedNew } : { ...turn, index: 0 }
  await sql`
    with looked as (
      update pending_deliveries set looked_at = now()
      where store_id = ${storeId} and id = ${looksAt?.id ?? null} and server_id = ${serverId}
    )
    update poll_windows set client_index = ${next.index}, showed_new = ${next.showedNew}
    where store_id = ${storeId} and server_id = ${serverId}`.execute(db)
}
