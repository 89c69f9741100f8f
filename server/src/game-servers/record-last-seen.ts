import { sql } from 'kysely'
import type { GatewayDb } from '../db/database.ts'
import type { Caller } from './authenticate-server.ts'
import { createSlots, SLOT_MS, slotOf, SLOTS } from './write-slots.ts'

type SeenServer = Pick<Caller, 'storeId' | 'serverId' | 'seenIn' | 'playerCount' | 'maxPlayers'>

export type LastSeenRecorder = {
  note: (server: SeenServer) => void
  stop: () => Promise<void>
}

/**
 * Collects which servers polled, and how many people play there, and stores that once a minute. A write for every poll
 * would cost more than the poll, and a minute that is lost in a crash does not matter.
 */
export function recordLastSeen(
  db: GatewayDb,
  onError: (error: unknown) => void,
): LastSeenRecorder & { flush: () => Promise<void> } {
  const seen = createSlots<SeenServer[]>(() => [])
  let slot = 0
  let round = 0

  async function flushNext(): Promise<void> {
    const batch = [...new Map(seen[slot]?.map((server) => [server.serverId, server])).values()]
    seen[slot] = []
    slot = (slot + 1) % SLOTS
    if (slot === 0) round++
    if (batch.length === 0) return
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

  /** Stores all that was collected. */
  async function flush(): Promise<void> {
    for (let i = 0; i < SLOTS; i++) await flushNext().catch(onError)
  }

  const timer = setInterval(() => void flushNext().catch(onError), SLOT_MS).unref()
  return {
    note(server) {
      if (server.seenIn === round) return
      server.seenIn = round
      seen[slotOf(server.serverId)]?.push(server)
    },
    flush,
    stop: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}
