import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import { contentHash } from '../../themes/assets.ts'
import { avatarUrl } from '../avatar.ts'
import type { LiveFacts } from './live-facts.ts'
import type { RecentPurchase, ServerStatus } from './shop-view.ts'

const SHOWN = 4
/** Unpaid checkouts are skipped. Many of them must not make the query slow. */
const SEARCHED = 50

export async function readLiveFacts(db: Db | Tx, storeId: StoreId): Promise<LiveFacts> {
  return inStore(db, storeId, async (tx) => {
    const status = await readStatus(tx, storeId)
    const recent = await readRecent(tx, storeId)
    return { version: contentHash(JSON.stringify([status, recent])), status, recent }
  })
}

/** A server is online if it has called in the last ten minutes. Null if no server has ever called. */
async function readStatus(tx: Tx, storeId: StoreId): Promise<ServerStatus | null> {
  const { rows } = await sql<{ is_online: boolean | null }>`
    select bool_or(last_seen_at > now() - interval '10 minutes') as is_online
    from game_servers where store_id = ${storeId}`.execute(tx)
  const isOnline = rows[0]?.is_online ?? null
  return isOnline === null ? null : { is_online: isOnline, players: null, max_players: null }
}

async function readRecent(tx: Tx, storeId: StoreId): Promise<RecentPurchase[]> {
  const { rows } = await sql<{ player: string; name: string; variant: string | null; quantity: number; at: Date }>`
    select c.game_user_id as player, l.name, l.variant_name as variant, l.quantity, c.paid_at as at
    from (
      select id, game_user_id, state, paid_at from checkouts
      where store_id = ${storeId} order by id desc limit ${SEARCHED}) c
    join checkout_lines l on l.store_id = ${storeId} and l.checkout_id = c.id and l.line_no = 1
    where c.state = 'paid' and c.paid_at is not null
    order by c.paid_at desc limit ${SHOWN}`.execute(tx)
  return rows.map(({ player, name, variant, quantity, at }) => ({
    player,
    avatar: avatarUrl(player),
    name: variant === null ? name : `${name}, ${variant}`,
    quantity,
    at,
  }))
}
