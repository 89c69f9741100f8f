import { sql } from 'kysely'
import type { GatewayDb } from '../db/database.ts'
import type { Caller } from './authenticate-server.ts'

const FLUSH_INTERVAL_MS = 60_000

type SeenServer = Pick<Caller, 'storeId' | 'serverId' | 'seenIn' | 'playerCount' | 'maxPlayers'>

export type LastSeenRecorder = {
  note: (server: SeenServer) => void
  stop: () => Promise<void>
}

/**
 * Collects which servers polled, and how many people play there, and stores that once a minute in one statement. A write for every poll would cost more
 * than the poll, and a minute that is lost in a crash does not matter.
 */
export function recordLastSeen(db: GatewayDb, onError: (error: unknown) => void): LastSeenRecorder {
  let seen: SeenServer[] = []
  let round = 0

  async function flush(): Promise<void> {
    if (seen.length === 0) return
    const batch = [...new Map(seen.map((server) => [server.serverId, server])).values()]
    seen = []
    round++
    // Locked in the same order by all processes: a server that has polled two of them is in both statements.
    await sql`
      with s as materialized (
        select seen.* from unnest(${batch.map(({ storeId }) => storeId)}::uuid[], ${batch.map(({ serverId }) => serverId)}::uuid[],
          ${batch.map(({ playerCount }) => playerCount)}::integer[], ${batch.map(({ maxPlayers }) => maxPlayers)}::integer[])
          as seen (store_id, id, player_count, max_players)
        join game_servers locked on locked.store_id = seen.store_id and locked.id = seen.id
        order by seen.store_id, seen.id for no key update of locked)
      update game_servers g set last_seen_at = now(), player_count = s.player_count, max_players = s.max_players
      from s where g.store_id = s.store_id and g.id = s.id`.execute(db)
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
