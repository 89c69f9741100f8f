import { sql } from 'kysely'

export type Ban = {
  gameUserId: string
  reason: string
  /** Null means until staff lift it. */
  until: Date | null
  createdAt: Date
  /** The actor, as in the audit log. */
  createdBy: string
  liftedAt: Date | null
  isActive: boolean
}

/** A condition on a row of player_bans. */
export const isBanActive = sql<boolean>`(lifted_at is null and coalesce(until > now(), true))`

export const BAN_COLUMNS = sql`game_user_id as "gameUserId", reason, until, created_at as "createdAt",
  created_by as "createdBy", lifted_at as "liftedAt", ${isBanActive} as "isActive"`
