import { sql } from 'kysely'
import type { GatewayDb } from '../../db/database.ts'
import type { DeliveryId } from '../../ids.ts'
import type { Poll, ReadyDelivery } from './list-ready.ts'
import { listWindow } from './list-window.ts'
import { type Dispatch, markDispatched } from './mark-dispatched.ts'
import type { Selection } from './select-deliveries.ts'

export type DispatchedDelivery = ReadyDelivery & { products: string }
export type Dispatched = { deliveries: DispatchedDelivery[]; more: boolean }

/** Waits for transactions that have locked a delivery. Clients of interface 1.0 get a long queue in turns. */
export async function dispatchSelection(db: GatewayDb, poll: Poll, selection: Selection): Promise<Dispatched> {
  const inTurns = selection.more && poll.profile !== undefined
  const deliveries = inTurns ? await listWindow(db, poll) : selection.deliveries
  const idsOf = (isDispatched: boolean) =>
    deliveries.filter(({ dispatched }) => dispatched === isDispatched).map(({ id }) => id)
  const [fresh] = await markDispatched(db, [{ ...poll, ids: idsOf(false) }], { locked: 'wait' })
  const contents = new Map([...(fresh ?? []), ...(await readContents(db, { ...poll, ids: idsOf(true) }))])
  return { deliveries: withContents(deliveries, contents), more: selection.more && !inTurns }
}

/** Leaves out deliveries that are no longer in the queue. */
export function withContents(deliveries: ReadyDelivery[], contents: Map<DeliveryId, string>): DispatchedDelivery[] {
  return deliveries.flatMap((delivery) => {
    const products = contents.get(delivery.id) ?? delivery.products
    return products === null ? [] : [{ ...delivery, products }]
  })
}

/** The content of deliveries that were dispatched before, which does not change any more. */
async function readContents(db: GatewayDb, { storeId, serverId, ids }: Dispatch): Promise<Map<DeliveryId, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: DeliveryId; products: string }>`
    select id, products from pending_deliveries
    where store_id = ${storeId} and server_id = ${serverId} and id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.products]))
}
