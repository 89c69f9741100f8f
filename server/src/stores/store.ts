import type { ColumnType, Generated } from 'kysely'
import type { GameServerId, StoreId } from '../ids.ts'

/** Players of a test store pay play money, and its owner can move its clock ahead. */
export type StoreMode = 'live' | 'test'

declare module '../db/database.ts' {
  interface Tables {
    stores: {
      id: StoreId
      name: string
      plan: string
      expires_at: ColumnType<Date | null, Date | null | undefined>
      url: string
      currency: string
      default_server_id: GameServerId | null
      mode: ColumnType<StoreMode, StoreMode | undefined>
      clock_ahead_seconds: Generated<number>
      version: Generated<number>
      created_at: Generated<Date>
    }
  }
}

/** What a store shows to its game servers. */
export type StoreDetails = { id: StoreId; name: string; plan: string; expiresAt: Date | null; url: string }
