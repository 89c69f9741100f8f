import type { GatewayDb } from '../../db/database.ts'
import type { GameServerId, StoreId } from '../../ids.ts'
import { findServersWithDeliveries, type WaitingServer } from './find-servers-with-deliveries.ts'
import { type ArrivalCursor, readArrivalCursor, readArrivals } from './read-arrivals.ts'

/** If a server opens more, its oldest ones end. */
const MAX_PER_SERVER = 10
/** How long arrivals are still followed for a server after its last poll ended. */
const FOLLOW_MS = 10_000
/** Looking at all servers takes milliseconds. */
const CHECKS_BETWEEN_FORGETTING = 50
/** In one statement. Other requests are served between two of them. */
const SERVERS_AT_ONCE = 500

export type WaitingPoll = {
  /** An earlier poll of this server found nothing, and nothing has arrived since. */
  isKnownEmpty: boolean
  /** Resolves to true when deliveries may have arrived, to false when the poll was removed. */
  ended: Promise<boolean>
  /** The query after `add` found nothing. */
  markEmpty: () => void
  remove: () => void
}

export type WaitingPolls = {
  /** Add a poll first and query the queue afterwards. Deliveries that arrive in between then end the wait. */
  add: (server: WaitingServer) => WaitingPoll
  /** Ends the waits of all servers that got deliveries, with one query. Whether any deliveries arrived. */
  checkArrivals: () => Promise<boolean>
  /** Ends the waits of servers whose store has left this cell. */
  end: (serverIds: GameServerId[]) => void
  count: () => number
  isStopped: () => boolean
  /** Ends all waits, and every later one at once. */
  stop: () => void
}

type End = (hasArrivals: boolean) => void
/** `arrivals` counts wake-ups of the server; `emptyAt` is the count at which its queue was last found empty. */
type Server = { storeId: StoreId; polls: Set<End>; arrivals: number; emptyAt: number; leftAt: number }

/** The waiting polls of this process. The cost of a check depends on the number of sales, not on the number of polls. */
export function createWaitingPolls(db: GatewayDb): WaitingPolls {
  const servers = new Map<GameServerId, Server>()
  let cursor: ArrivalCursor | undefined
  let stopped = false
  let count = 0
  let checks = 0

  function wake(server: Server | undefined): void {
    if (!server) return
    server.arrivals++
    for (const end of server.polls) end(true)
  }

  /** If it is not known which servers got deliveries, those are woken that have any. */
  async function wakeServersWithDeliveries(): Promise<void> {
    const waiting = [...servers].map(([serverId, { storeId }]) => ({ storeId, serverId }))
    for (let i = 0; i < waiting.length; i += SERVERS_AT_ONCE) {
      const found = await findServersWithDeliveries(db, waiting.slice(i, i + SERVERS_AT_ONCE))
      for (const serverId of found) wake(servers.get(serverId))
    }
  }

  function forgetIdleServers(): void {
    const before = performance.now() - FOLLOW_MS
    for (const [id, { polls, leftAt }] of servers) if (polls.size === 0 && leftAt < before) servers.delete(id)
  }

  async function checkArrivals(): Promise<boolean> {
    if (checks++ % CHECKS_BETWEEN_FORGETTING === 0) forgetIdleServers()
    if (count === 0) {
      servers.clear()
      cursor = undefined
      return false
    }
    // If a statement fails, the cursor stays, and the next check reads everything that arrived since.
    const arrivals = cursor ? await readArrivals(db, cursor) : { servers: null, cursor: await readArrivalCursor(db) }
    if (arrivals.servers === null) await wakeServersWithDeliveries()
    else for (const serverId of arrivals.servers) wake(servers.get(serverId))
    cursor = arrivals.cursor
    return arrivals.servers === null || arrivals.servers.length > 0
  }

  function add({ storeId, serverId }: WaitingServer): WaitingPoll {
    const server = servers.get(serverId) ?? { storeId, polls: new Set<End>(), arrivals: 0, emptyAt: -1, leftAt: 0 }
    const { arrivals } = server
    const { promise: ended, resolve } = Promise.withResolvers<boolean>()
    const end: End = (hasArrivals) => {
      resolve(hasArrivals)
      if (!server.polls.delete(end)) return
      count--
      server.leftAt = performance.now()
      if (server.polls.size === 0 && server.emptyAt !== server.arrivals) servers.delete(serverId)
    }
    if (stopped) resolve(false)
    else {
      const oldest = server.polls.size >= MAX_PER_SERVER ? server.polls.values().next().value : undefined
      oldest?.(false)
      server.polls.add(end)
      servers.set(serverId, server)
      count++
    }
    return {
      isKnownEmpty: server.emptyAt === arrivals && !stopped,
      ended,
      markEmpty: () => {
        if (server.arrivals === arrivals) server.emptyAt = arrivals
      },
      remove: () => end(false),
    }
  }

  return {
    add,
    checkArrivals,
    end: (serverIds) => {
      for (const id of serverIds) for (const end of servers.get(id)?.polls ?? []) end(false)
    },
    count: () => count,
    isStopped: () => stopped,
    stop: () => {
      stopped = true
      for (const { polls } of servers.values()) for (const end of polls) end(false)
    },
  }
}
