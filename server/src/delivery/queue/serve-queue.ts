import { coalesce } from '../../db/coalesce.ts'
import type { GatewayDb } from '../../db/database.ts'
import { createConcurrencyLimit } from '../../db/concurrency-limit.ts'
import type { Profile } from '../../game-servers/game-server.ts'
import type { GameServerId, StoreId } from '../../ids.ts'
import { findReported } from '../ledger/find-reported.ts'
import { dispatchWindow } from './dispatch-window.ts'
import type { PendingDelivery } from './list-pending.ts'
import { listPendingBatch } from './list-pending-batch.ts'
import { markDispatchedBatch } from './mark-dispatched-batch.ts'
import { markProcessed } from '../ledger/mark-processed.ts'
import { measureQueue } from './measure-queue.ts'
import { moveToLedgerBatch, type Report } from '../ledger/move-to-ledger-batch.ts'

/** That wait for their batch. Reports are not limited here: a report that is refused may run its element a second time. */
const MOST_POLLS = 10_000
/** Calls that need statements of their own; the pool has to serve the others meanwhile. */
const ALONE_AT_ONCE = 3
/** An answer of this size is made in passing. */
const MODEST_BYTES = 64 * 1024

type Admit = (bytes: number) => Promise<void>

type Server = { storeId: StoreId; serverId: GameServerId; profile: Profile }

export type QueueService = {
  /** A long queue is read when `admit` resolves: so many bytes are more than a process can send to many at once. */
  dispatchWindow: (server: Server, admit?: Admit) => Promise<PendingDelivery[]>
  markProcessed: (report: Report) => Promise<{ processedAt: Date } | undefined>
}

/**
 * The queue for many game servers at once: what they ask at the same time is asked of the database together. A call that
 * is unlike the others (a very long queue, an element that a refund holds) goes its own way, and nobody waits for it.
 */
export function serveQueue(db: GatewayDb): QueueService {
  const storeOf = ({ storeId }: { storeId: StoreId }) => storeId
  const list = coalesce((servers: Server[]) => listPendingBatch(db, servers), storeOf, MOST_POLLS)
  const offer = coalesce(
    (offers: Parameters<typeof markDispatchedBatch>[1]) => markDispatchedBatch(db, offers),
    storeOf,
  )
  const move = coalesce((reports: Report[]) => moveToLedgerBatch(db, reports), storeOf)
  const find = coalesce((reports: Report[]) => findReported(db, reports), storeOf)
  const alone = createConcurrencyLimit(ALONE_AT_ONCE)

  async function handOutAlone(server: Server, admit: Admit | undefined): Promise<PendingDelivery[]> {
    if (admit && server.profile !== 'mta') {
      const bytes = await alone(() => measureQueue(db, server))
      if (bytes > MODEST_BYTES) await admit(bytes)
    }
    return alone(() => dispatchWindow(db, server))
  }

  async function handOutSome(
    server: Server,
    commands: PendingDelivery[] | null,
    admit: Admit | undefined,
  ): Promise<PendingDelivery[]> {
    if (commands === null || server.profile === 'mta') return handOutAlone(server, admit)
    const fresh = commands.filter((command) => !command.offered)
    if (fresh.length === 0) return commands
    const { storeId, serverId } = server
    const offered = await offer({ storeId, serverId, ids: fresh.map((command) => command.id) })
    if (offered === null) return handOutAlone(server, admit)
    return commands.map((command) => ({ ...command, products: offered.get(command.id) ?? command.products }))
  }

  return {
    dispatchWindow: (server, admit) =>
      list(server).then((commands) => (commands?.length === 0 ? commands : handOutSome(server, commands, admit))),
    async markProcessed(report) {
      const processedAt = await move(report)
      if (processedAt) return { processedAt }
      const found = await find(report)
      return found === 'unclear' ? alone(() => markProcessed(db, report)) : found
    },
  }
}
