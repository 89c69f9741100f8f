import type { ColumnType, Generated } from 'kysely'
import type { GameServerId, ServerKeyId, StoreId } from '../ids.ts'

/** How the queue is shown to a client: as the interface says, or as one known client needs it. */
export const PROFILES = ['standard', 'fivem', 'mta'] as const
export type Profile = (typeof PROFILES)[number]

declare module '../db/database.ts' {
  interface Tables {
    game_servers: {
      store_id: StoreId
      id: GameServerId
      name: string
      game: string | null
      profile: Profile
      /** Ranges of addresses; empty: its keys work from everywhere. */
      bound_to: ColumnType<string[], string[] | undefined>
      port: number | null
      address: string | null
      initialized_at: Date | null
      last_seen_at: Date | null
      version: Generated<number>
      created_at: Generated<Date>
    }
    server_keys: {
      store_id: StoreId
      id: ServerKeyId
      server_id: GameServerId
      key_hash: Buffer
      hint: string
      source: 'issued' | 'imported'
      created_at: Generated<Date>
      revoked_at: Date | null
    }
    server_key_addresses: {
      store_id: StoreId
      key_id: ServerKeyId
      address: string
      first_seen_at: Generated<Date>
      in_use_since: Date
      last_seen_at: Date
      refused_at: Date | null
      notified_at: Date | null
    }
  }
}
