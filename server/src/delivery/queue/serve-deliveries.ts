import { coalesce } from '../../db/coalesce.ts'
import type { GatewayDb } from '../../db/database.ts'
import { createConcurrencyLimit } from '../../db/concurrency-limit.ts'
import type { DeliveryId, GameServerId, StoreId } from '../../ids.ts'
import { findDeliveryStatus, type DeliveryStatus } from '../ledger/find-delivery-status.ts'
import { type Asked, listReady, type ReadyDelivery } from './list-ready.ts'
import { listReadyBatch } from './list-ready-batch.ts'
import { markDispatchedBatch, type Offer } from './mark-dispatched-batch.ts'
import { markDispatched } from './mark-dispatched.ts'
import { type Failure, recordFailures } from '../ledger/record-failures.ts'
import { readContents } from './read-contents.ts'
import type { QueueService } from './serve-queue.ts'

const MOST_POLLS = 10_000
const ALONE_AT_ONCE = 3
/** Of one answer. The next poll gets the rest. */
const ANSWER_BYTES = 512 * 1024
const MODEST_BYTES = 64 * 1024

type Server = { storeId: StoreId; serverId: GameServerId }
type Admit = (bytes: number) => Promise<void>

export type Handed = { commands: ReadyDelivery[]; more: boolean }
export type Done = { deliveryId: DeliveryId; receipt: string | null }

export type DeliveryService = {
  /** `admit` resolves when there is room for an answer of so many bytes. */
  dispatchWindow: (asked: Asked, admit: Admit) => Promise<Handed>
  markDone: (server: Server, done: Done) => Promise<DeliveryStatus>
  /** Notes them and tells where each of them stands now. */
  recordFailures: (server: Server, failures: Failure[]) => Promise<DeliveryStatus[]>
}

/** The queue for clients that say more: who is online, what they hold, and how each element ended. */
export function serveDeliveries(db: GatewayDb, queue: QueueService): DeliveryService {
  const storeOf = ({ storeId }: { storeId: StoreId }) => storeId
  const list = coalesce((asked: Asked[]) => listReadyBatch(db, asked), storeOf, MOST_POLLS)
  const offer = coalesce((offers: Offer[]) => markDispatchedBatch(db, offers), storeOf)
  const alone = createConcurrencyLimit(ALONE_AT_ONCE)

  /** A long queue: what is in it is read when it is known how much of it goes into the answer. */
  async function handOutAlone(asked: Asked, admit: Admit): Promise<Handed> {
    const listed = await alone(() => listReady(db, asked))
    let bytes = 0
    const chosen = listed.slice(0, asked.most).filter((command) => (bytes += command.bytes) <= ANSWER_BYTES)
    if (bytes > MODEST_BYTES) await admit(Math.min(bytes, ANSWER_BYTES))
    const fresh = chosen.filter((command) => !command.offered).map((command) => command.id)
    const seen = chosen.filter((command) => command.offered).map((command) => command.id)
    const contents = await alone(
      async () =>
        new Map([
          ...(fresh.length > 0 ? await markDispatched(db, { ...asked, ids: fresh }) : []),
          ...(seen.length > 0 ? await readContents(db, { ...asked, ids: seen }) : []),
        ]),
    )
    const commands = chosen.flatMap((command) => {
      const products = contents.get(command.id)
      return products === undefined ? [] : [{ ...command, products }]
    })
    return { commands, more: chosen.length < listed.length }
  }

  async function dispatchWindow(asked: Asked, admit: Admit): Promise<Handed> {
    const ready = await list(asked)
    if (ready?.length === 0) return { commands: ready, more: false }
    if (ready === null) return handOutAlone(asked, admit)
    const free = ready.filter((command) => !asked.holding.includes(command.id))
    const commands = free.slice(0, asked.most)
    const more = commands.length < free.length
    const fresh = commands.filter((command) => !command.offered)
    if (fresh.length === 0) return { commands, more }
    const { storeId, serverId } = asked
    const offered = await offer({ storeId, serverId, ids: fresh.map((command) => command.id) })
    if (offered === null) return handOutAlone(asked, admit)
    return {
      commands: commands.map((command) => ({ ...command, products: offered.get(command.id) ?? command.products })),
      more,
    }
  }

  return {
    dispatchWindow,
    async markDone({ storeId, serverId }, { deliveryId, receipt }) {
      const processed = await queue.markProcessed({ storeId, serverId, deliveryId, receipt })
      return { status: processed ? 'processed' : 'unknown' }
    },
    async recordFailures(server, failures) {
      await recordFailures(db, server, failures)
      return findDeliveryStatus(
        db,
        server,
        failures.map(({ deliveryId }) => deliveryId),
      )
    },
  }
}
