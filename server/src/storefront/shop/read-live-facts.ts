import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Db, inStore, type Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import { isPseudonym } from '../../pseudonym.ts'
import { contentHash } from '../../themes/assets.ts'
import { avatarUrl } from '../avatar.ts'
import { readUnnamed } from '../identity/unnamed-players.ts'
import type { LiveFacts } from './live-facts.ts'
import { type Figures, readFigures, readFigureSettings } from './read-figures.ts'
import type { RecentPurchase, ServerStatus } from './shop-view.ts'

const SHOWN = 4
const SUPPORTERS_SHOWN = 5
/** Unpaid checkouts are skipped. Many of them must not make the query slow. */
const SEARCHED = 50
const FIGURES_MS = 30_000
/** A store with very many sales reads its figures less often: at most 1% of the time is spent on them. */
const TIMES_AS_LONG = 100
const MAX_STORES = 2_000

type Kept = { figures: Figures; version: number; until: number }

export function createLiveReader(
  db: Db | Tx,
  { now = Date.now }: { now?: () => number } = {},
): (storeId: StoreId) => Promise<LiveFacts> {
  const kept = new LRUCache<StoreId, Kept>({ max: MAX_STORES })

  async function figuresOf(tx: Tx, storeId: StoreId, settings: Awaited<ReturnType<typeof readFigureSettings>>) {
    const known = kept.get(storeId)
    if (known && known.version === settings.version && known.until > now()) return known.figures
    const begin = now()
    const figures = await readFigures(tx, storeId, settings)
    const until = now() + Math.max(FIGURES_MS, (now() - begin) * TIMES_AS_LONG)
    kept.set(storeId, { figures, version: settings.version, until })
    return figures
  }

  return (storeId) =>
    inStore(db, storeId, async (tx) => {
      const settings = await readFigureSettings(tx, storeId)
      const status = await readStatus(tx, storeId)
      const recent = settings.showsRecent ? await readRecent(tx, storeId) : []
      const { goal, supporters } = await figuresOf(tx, storeId, settings)
      const named = await findNamed(tx, storeId, supporters)
      return {
        version: contentHash(JSON.stringify([status, recent, goal, named])),
        status,
        recent,
        goal,
        supporters: named,
      }
    })
}

/** The first players who may be named. */
async function findNamed(
  tx: Tx,
  storeId: StoreId,
  supporters: Figures['supporters'],
): Promise<LiveFacts['supporters']> {
  const unnamed = await readUnnamed(tx, { storeId, players: supporters.map(({ player }) => player) })
  return supporters.filter(({ player }) => !unnamed.has(player) && !isPseudonym(player)).slice(0, SUPPORTERS_SHOWN)
}

type StatusRow = { is_online: boolean | null; players: number | null; max_players: number | null }

/**
 * A server is online if it has called in the last ten minutes. Null if no server has ever called. The players of all
 * servers that report them are added up, and their places if all of these servers report them.
 */
async function readStatus(tx: Tx, storeId: StoreId): Promise<ServerStatus | null> {
  const { rows } = await sql<StatusRow>`
    select bool_or(is_online) as is_online, sum(player_count) filter (where is_online)::integer as players,
      case when bool_and(max_players is not null) filter (where is_online and player_count is not null)
        then sum(max_players) filter (where is_online and player_count is not null)::integer end as max_players
    from (
      select last_seen_at > now() - interval '10 minutes' as is_online, player_count, max_players
      from game_servers where store_id = ${storeId}) g`.execute(tx)
  const { is_online = null, players = null, max_players = null } = rows[0] ?? {}
  return is_online === null ? null : { is_online, players, max_players }
}

/** Neither buyers nor givers who do not want to be named have a purchase in it. */
async function readRecent(tx: Tx, storeId: StoreId): Promise<RecentPurchase[]> {
  const { rows } = await sql<{ player: string; name: string; variant: string | null; quantity: number; at: Date }>`
    select c.game_user_id as player, l.name, l.variant_name as variant, l.quantity, c.paid_at as at
    from (
      select id, game_user_id, state, paid_at, imported_from from checkouts
      where store_id = ${storeId} order by id desc limit ${SEARCHED}) c
    join checkout_lines l on l.store_id = ${storeId} and l.checkout_id = c.id and l.line_no = 1
    left join checkout_buyers b on b.store_id = ${storeId} and b.checkout_id = coalesce(l.renewal_of, c.id)
    where c.state = 'paid' and c.paid_at is not null and c.imported_from is null and l.refunded_at is null and b.hides_name is not true and not exists (
      select from unnamed_players u
      where u.store_id = ${storeId} and u.game_user_id in (c.game_user_id, coalesce(b.bought_by, c.game_user_id)))
    order by c.paid_at desc`.execute(tx)
  const named = rows.filter(({ player }) => !isPseudonym(player)).slice(0, SHOWN)
  return named.map(({ player, name, variant, quantity, at }) => ({
    player,
    avatar: avatarUrl(player),
    name: variant === null ? name : `${name}, ${variant}`,
    quantity,
    at,
  }))
}
