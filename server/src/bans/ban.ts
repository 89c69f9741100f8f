import { sql } from 'kysely'

export type Ban = {
  gameUserId: string
  reason: string
  /** Null: until somebody lifts it. */
  until: Date | null
  createdAt: Date
  /** Who banned, by the name that the audit log knows them by. */
  createdBy: string
  liftedAt: Date | null
  isActive: boolean
}

/** Of a row of player_bans. */
export const inForce = sql<boolean>`(lifted_at is null and coalesce(until > now(), true))`

export const BAN_COLUMNS = sql`game_user_id as "gameUserId", reason, until, created_at as "createdAt",
  created_by as "createdBy", lifted_at as "liftedAt", ${inForce} as "isActive"`
