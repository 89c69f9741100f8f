import { sql } from 'kysely'
import type { Database, ReaderDb } from '../../db/database.ts'
import type { DeliveryType } from '../../delivery/delivery.ts'
import { moveToLedger } from '../../delivery/ledger/move-to-ledger.ts'
import { recordFailures } from '../../delivery/ledger/record-failures.ts'
import { markDispatched } from '../../delivery/queue/mark-dispatched.ts'
import { AppError } from '../../errors.ts'
import { type CheckoutId, type DeliveryId, formatId, type GameServerId, parseId, type StoreId } from '../../ids.ts'

/** One line of `quartermaster-agent journal --json`. */
export type RanDelivery = {
  id: string
  checkoutId?: string
  player: string
  type: DeliveryType
  products: string[]
  at: string
  result: 'delivered' | 'uncertain'
  commandsRun: number
}

export type ReconciledDeliveries = {
  /** How many the store still knows. The agent reports those that are pending here, and does not run them again. */
  known: number
  /** Deliveries that were created again, and that the game server ran before the restore. */
  delivered: string[]
  held: string[]
  /** What ran, and the store knows nothing of. */
  remaining: RanDelivery[]
}

type Server = { storeId: StoreId; serverId: GameServerId }
type Key = Server & { id: DeliveryId }

const RECEIPT = 'ran before the restore, according to the journal of the game server'

/**
 * Compares what a game server ran with a database that was restored to an earlier moment. A sale that was paid again gets
 * new deliveries: those that ran under another id are marked as delivered, or held if it is unclear how far they ran.
 */
export async function reconcileDeliveries(
  { reader, gateway }: Pick<Database, 'reader' | 'gateway'>,
  { ran, serverId }: { ran: RanDelivery[]; serverId: GameServerId | undefined },
): Promise<ReconciledDeliveries> {
  const known = await findKnown(reader, ran)
  const unknown = ran.filter(({ id }) => !known.has(id))
  const server = await findServer(reader, [...known.values()], serverId)
  const result: ReconciledDeliveries = { known: known.size, delivered: [], held: [], remaining: [] }
  for (const each of unknown) {
    const id = server && (await findRepeated(reader, server, each))
    if (!server || !id) result.remaining.push(each)
    else {
      await report(gateway, { ...server, id }, each)
      result[each.result === 'delivered' ? 'delivered' : 'held'].push(formatId('cmd', id))
    }
  }
  return result
}

async function findKnown(reader: ReaderDb, ran: RanDelivery[]): Promise<Map<string, Server>> {
  const ids = ran.flatMap(({ id }) => parseId<DeliveryId>('cmd', id) ?? [])
  const { rows } = await sql<Key>`
    select store_id as "storeId", server_id as "serverId", id from pending_deliveries
    where id = any(${ids}::uuid[]) and server_id is not null
    union all
    select store_id, server_id, id from delivery_ledger where id = any(${ids}::uuid[]) and server_id is not null`.execute(
    reader,
  )
  return new Map(rows.map(({ id, ...server }) => [formatId('cmd', id), server]))
}

/** The journal does not name its game server, but the deliveries in it do. */
async function findServer(
  reader: ReaderDb,
  known: Server[],
  serverId: GameServerId | undefined,
): Promise<Server | undefined> {
  const ids = [...new Set(known.map((each) => each.serverId))]
  if (ids.length > 1 || (serverId && ids.some((id) => id !== serverId))) {
    const names = ids.map((id) => formatId('srv', id)).join(', ')
    throw new AppError(
      'invalid_request',
      `This journal has deliveries of ${names}. Give the journal of one game server, and its id`,
    )
  }
  if (!serverId) return known[0]
  const { rows } = await sql<Server>`
    select store_id as "storeId", id as "serverId" from game_servers where id = ${serverId}`.execute(reader)
  if (!rows[0]) throw new AppError('not_found', 'There is no game server with this id')
  return rows[0]
}

/** A delivery of the same goods of the same checkout that was never dispatched. */
async function findRepeated(
  reader: ReaderDb,
  { storeId, serverId }: Server,
  ran: RanDelivery,
): Promise<DeliveryId | undefined> {
  const checkoutId = parseId<CheckoutId>('chk', ran.checkoutId ?? '')
  if (!checkoutId) return undefined
  const { rows } = await sql<{ id: DeliveryId; products: string }>`
    select id, products from pending_deliveries
    where store_id = ${storeId} and server_id = ${serverId} and checkout_id = ${checkoutId} and delivery_type = ${ran.type}
      and game_user_id = ${ran.player} and dispatched_at is null
    order by position`.execute(reader)
  const wanted = namesOf(ran.products)
  return rows.find(({ products }) => {
    const lines = JSON.parse(products) as { name: string }[]
    return namesOf(lines.map(({ name }) => name)) === wanted
  })?.id
}

function namesOf(products: string[]): string {
  return JSON.stringify([...new Set(products)].toSorted())
}

/** As if the game server had polled and reported it. */
async function report(gateway: Database['gateway'], { storeId, serverId, id }: Key, ran: RanDelivery): Promise<void> {
  await markDispatched(gateway, [{ storeId, serverId, ids: [id] }], { locked: 'wait' })
  if (ran.result === 'delivered') {
    await moveToLedger(gateway, [{ storeId, serverId, deliveryId: id, receipt: RECEIPT }], { locked: 'wait' })
    return
  }
  const reason = `The game server had begun it as ${ran.id} before the restore`
  const failure = { deliveryId: id, attempt: 1, commandsRun: ran.commandsRun, reason, output: null, mayRetry: false }
  await recordFailures(gateway, { storeId, serverId }, [{ ...failure, outcome: 'uncertain' }])
}
