import type { ColumnType, Generated } from 'kysely'
import type { GameServerId, StoreId } from '../ids.ts'

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
      created_at: Generated<Date>
    }
  }
}

/** What a store shows to its game servers. */
export type StoreDetails = { id: StoreId; name: string; plan: string; expiresAt: Date | null; url: string }
