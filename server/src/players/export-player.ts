import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { formatId } from '../ids.ts'
import { exportedAuditLog, exportedEvents } from './exported-records.ts'
import { exportedDeliveries, exportedEntitlements } from './exported-deliveries.ts'
import { exportedBaskets, exportedCheckouts, exportedGifts, exportedSubscriptions } from './exported-checkouts.ts'
import type { PlayerKey } from './show-player.ts'

/** Within a version, fields may be added but not renamed or removed. */
const EXPORT_FORMAT = 'quartermaster.player'
const EXPORT_VERSION = 1

type Section = Record<string, unknown>[]

export type PlayerExport = {
  format: typeof EXPORT_FORMAT
  version: typeof EXPORT_VERSION
  exportedAt: string
  storeId: string
  gameUserId: string
  /** With what the buyer entered, and their lines, payments and refunds. */
  checkouts: Section
  subscriptions: Section
  /** What the player bought for other players. */
  gifts: Section
  baskets: Section
  /** Where the player has proved who they are. */
  signIns: Section
  /** With their grants. */
  entitlements: Section
  /** With every attempt and receipt. */
  deliveries: Section
  events: Section
  bans: Section
  auditLog: Section
  /** Redeliveries that were limited to named players, of which they were one. */
  redeliveries: Section
  /** Since when pages do not name the player. */
  naming: Section
}

/** Everything that a store has about a player. Contains no secrets and does not name the staff. */
export async function exportPlayer(tx: Tx, key: PlayerKey): Promise<PlayerExport> {
  const { storeId, gameUserId } = key
  // The text search of events and the audit log is slow in a large store.
  await sql`select set_config('statement_timeout', '60s', true), set_config('jit', 'off', true)`.execute(tx)
  const read = async (query: RawBuilder<Record<string, unknown>>): Promise<Section> => (await query.execute(tx)).rows
  const exported: PlayerExport = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    exportedAt: String((await read(sql`select wire_time(now()) as now`))[0]?.['now']),
    storeId: formatId('sto', storeId),
    gameUserId,
    checkouts: await read(exportedCheckouts(key)),
    subscriptions: await read(exportedSubscriptions(key)),
    gifts: await read(exportedGifts(key)),
    baskets: await read(exportedBaskets(key)),
    signIns: await read(sql`
      select identity, label, wire_time(created_at) as "createdAt", wire_time(expires_at) as "expiresAt"
      from player_sessions where store_id = ${storeId} and game_user_id = ${gameUserId} order by created_at`),
    entitlements: await read(exportedEntitlements(key)),
    deliveries: await read(exportedDeliveries(key)),
    events: await read(exportedEvents(key)),
    bans: await read(sql`
      select reason, wire_time(until) as until, wire_time(created_at) as "createdAt",
        wire_time(lifted_at) as "liftedAt"
      from player_bans where store_id = ${storeId} and game_user_id = ${gameUserId}`),
    auditLog: await read(exportedAuditLog(key)),
    redeliveries: await read(sql`
      select type_id('rdl', id) as id, state, wire_time(created_at) as "createdAt"
      from redeliveries where store_id = ${storeId} and ${gameUserId} = any(game_user_ids) order by redeliveries.id`),
    naming: await read(sql`
      select wire_time(since) as "unnamedSince" from unnamed_players
      where store_id = ${storeId} and game_user_id = ${gameUserId}`),
  }
  if (
    exported.checkouts.length +
      exported.gifts.length +
      exported.baskets.length +
      exported.bans.length +
      exported.signIns.length +
      exported.naming.length ===
    0
  ) {
    throw new AppError('not_found', 'No such player in this store')
  }
  return exported
}
