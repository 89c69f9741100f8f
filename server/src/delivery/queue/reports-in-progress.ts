import type { DeliveryId } from '../../ids.ts'

/** If more reports end while a poll is served, the poll gets nothing. */
const REMEMBERED = 4_096

/**
 * The reports of this process that are in progress or have just ended. A poll that reads the queue at the same time may
 * still find their deliveries there, and a client that remembers nothing would run them again.
 */
export function createReportsInProgress() {
  const inProgress = new Map<DeliveryId, number>()
  const ended: DeliveryId[] = []
  let endedCount = 0

  return {
    /** How many reports have ended. Read it before the queue. */
    countEnded: () => endedCount,

    async track<T>(id: DeliveryId, report: () => Promise<T>): Promise<T> {
      inProgress.set(id, (inProgress.get(id) ?? 0) + 1)
      try {
        return await report()
      } finally {
        const others = (inProgress.get(id) ?? 1) - 1
        if (others > 0) inProgress.set(id, others)
        else inProgress.delete(id)
        ended[endedCount++ % REMEMBERED] = id
      }
    },

    /** Leaves out what was being reported at some time since that number of reports had ended. */
    withoutReported<T extends { id: DeliveryId }>(deliveries: T[], since: number): T[] {
      if (endedCount === since && inProgress.size === 0) return deliveries
      if (endedCount - since > REMEMBERED) return []
      const recent = new Set<DeliveryId>()
      for (let i = since; i < endedCount; i++) recent.add(ended[i % REMEMBERED] as DeliveryId)
      return deliveries.filter(({ id }) => !inProgress.has(id) && !recent.has(id))
    },
  }
}
