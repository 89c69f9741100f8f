import type { GatewayDb } from '../../db/database.ts'
import type { GameServerId } from '../../ids.ts'
import { readArrivals, readPresent, type Seen } from './read-arrivals.ts'

/** A server that opens more gets the oldest ones answered. */
const MOST_PER_SERVER = 10
/** So long a server that is gone is expected back, and what comes for it is followed. */
const EXPECTED_MS = 10_000
const PORTION = 500
const PORTION_MS = 20

type Waiter = {
  /** Nothing has come since an earlier waiter of this server found nothing: there is no need to look. */
  needsNoLook: boolean
  /** True when something may have come for the server; false when this one has left or was shown out. */
  news: Promise<boolean>
  /** The look into the queue that followed the entry found nothing to hand out. */
  foundNothing: () => void
  leave: () => void
}

export type WaitingPolls = {
  /** Take a place first and look into the queue afterwards: what comes in between is news already. */
  enter: (serverId: GameServerId) => Waiter
  /** Looks once for all of them. */
  lookForNews: () => Promise<void>
  count: () => number
  hasStopped: () => boolean
  /** Nobody waits any longer, now or later. */
  stop: () => void
}

/** Ends with or without news. */
type Place = (isNews: boolean) => void
/** `changes` counts what came for the server; `emptyAt` is the count at which its queue was seen empty. */
type Room = { places: Set<Place>; changes: number; emptyAt: number; leftAt: number }

/** Those who wait for something to deliver. What a look costs follows what is sold, not how many wait. */
export function createWaitingPolls(db: GatewayDb): WaitingPolls {
  const rooms = new Map<GameServerId, Room>()
  let seen: Seen | undefined
  let stopped = false
  let count = 0

  function wake(room: Room | undefined): void {
    if (!room) return
    room.changes++
    for (const place of room.places) place(true)
  }

  /** In portions: whoever comes meanwhile does not have to wait for all of them. */
  function wakeAll(): void {
    const waiting = [...rooms.values()]
    for (const room of waiting) room.changes++
    const wakeSome = () => {
      for (const { places } of waiting.splice(0, PORTION)) for (const place of places) place(true)
      if (waiting.length > 0) setTimeout(wakeSome, PORTION_MS)
    }
    wakeSome()
  }

  function forgetTheGone(): void {
    const before = performance.now() - EXPECTED_MS
    for (const [serverId, { places, leftAt }] of rooms) if (places.size === 0 && leftAt < before) rooms.delete(serverId)
  }

  async function lookForNews(): Promise<void> {
    if (count === 0) {
      rooms.clear()
      seen = undefined
      return
    }
    if (seen === undefined) {
      seen = await readPresent(db)
      wakeAll()
      return
    }
    // A look that fails leaves `seen` as it is: the next one tells of all that came since.
    const arrivals = await readArrivals(db, seen)
    seen = arrivals.seen
    if (arrivals.servers === null) wakeAll()
    else for (const serverId of arrivals.servers) wake(rooms.get(serverId))
  }

  function enter(serverId: GameServerId): Waiter {
    const room = rooms.get(serverId) ?? { places: new Set<Place>(), changes: 0, emptyAt: -1, leftAt: 0 }
    const { changes } = room
    const { promise: news, resolve } = Promise.withResolvers<boolean>()
    const place: Place = (isNews) => {
      resolve(isNews)
      if (!room.places.delete(place)) return
      count--
      room.leftAt = performance.now()
      if (room.places.size === 0 && room.emptyAt !== room.changes) rooms.delete(serverId)
    }
    if (stopped) resolve(false)
    else {
      const oldest = room.places.size >= MOST_PER_SERVER ? room.places.values().next().value : undefined
      oldest?.(false)
      room.places.add(place)
      rooms.set(serverId, room)
      count++
    }
    return {
      needsNoLook: room.emptyAt === changes && !stopped,
      news,
      foundNothing: () => {
        if (room.changes === changes) room.emptyAt = changes
      },
      leave: () => place(false),
    }
  }

  let looks = 0
  return {
    enter,
    lookForNews: async () => {
      if (looks++ % 10 === 0) forgetTheGone()
      await lookForNews()
    },
    count: () => count,
    hasStopped: () => stopped,
    stop: () => {
      stopped = true
      for (const { places } of rooms.values()) for (const place of places) place(false)
    },
  }
}
