import { sql } from 'kysely'
import type { GatewayDb } from '../db/database.ts'
import type { GameServerId, StoreId } from '../ids.ts'

const FLUSH_INTERVAL_MS = 60_000

type SeenServer = { storeId: StoreId; serverId: GameServerId; seenIn: number }

export type LastSeenRecorder = {
  note: (server: SeenServer) => void
  stop: () => Promise<void>
}

/**
 * Collects which servers polled and stores that once a minute in one statement. A write for every poll would cost more
 * than the poll, and a minute that is lost in a crash does not matter.
 */
export function recordLastSeen(db: GatewayDb, onError: (error: unknown) => void): LastSeenRecorder {
  let seen: SeenServer[] = []
  let round = 0

  async function flush(): Promise<void> {
    if (seen.length === 0) return
    const batch = new Map(seen.map(({ storeId, serverId }) => [serverId, storeId]))
    seen = []
    round++
    await sql`
      update game_servers g set last_seen_at = now()
      from unnest(${[...batch.values()]}::uuid[], ${[...batch.keys()]}::uuid[]) as s (store_id, id)
      where g.store_id = s.store_id and g.id = s.id`.execute(db)
  }

  const timer = setInterval(() => void flush().catch(onError), FLUSH_INTERVAL_MS).unref()
  return {
    note(server) {
      if (server.seenIn === round) return
      server.seenIn = round
      seen.push(server)
    },
    stop: async () => {
      clearInterval(timer)
      await flush().catch(onError)
    },
  }
}
