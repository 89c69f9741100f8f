import type { Tx } from '../../db/database.ts'
import { deliveryContent } from '../../delivery/delivery-content.ts'
import { approves, carries, isUndispatched, type QueuedDelivery } from '../../delivery/read/deliveries-of-checkouts.ts'
import { moveToCancelled } from '../../delivery/ledger/move-to-cancelled.ts'
import { type DeliveryConditions, conditionsOf } from '../../delivery/conditions.ts'
import { removeLines } from '../../delivery/queue/remove-lines.ts'
import type { LineKey } from '../../entitlements/entitlement.ts'
import type { CheckoutId, DeliveryId, StoreId } from '../../ids.ts'
import { delivered } from '../checkout.ts'
import { soldLines } from '../read/sold-lines.ts'

type Withdrawal = {
  storeId: StoreId
  checkoutId: CheckoutId
  lineNos: number[]
  elements: QueuedDelivery[]
  /** The lines of entitlements that had expired before this refund, each with all lines that fed it. */
  expired: LineKey[][]
}

/**
 * Takes refunded lines out of elements that were never offered: an element that is left empty is cancelled, others
 * go on without the line. An expiry of goods that a server was never offered, and never will be, has nothing to end, so it goes too.
 */
export async function withdrawLines(
  tx: Tx,
  { storeId, checkoutId, lineNos, elements, expired }: Withdrawal,
): Promise<DeliveryId[]> {
  const unseen = elements.filter(isUndispatched)
  const empty: DeliveryId[] = []
  for (const { id, lineNos: queued } of unseen.filter(
    (element) => element.type === 'APPROVE' && element.checkoutId === checkoutId,
  )) {
    const left = queued.filter((lineNo) => !lineNos.includes(lineNo))
    if (left.length === 0) empty.push(id)
    else if (left.length < queued.length)
      await removeLines(tx, {
        storeId,
        id,
        lineNos: left,
        ...(await contentOf(tx, { storeId, checkoutId, lineNos: left })),
      })
  }
  for (const lines of expired) {
    const given = new Set(
      elements
        .filter((element) => approves(element, lines) && (element.dispatched || stillGives(element, lines)))
        .map((element) => element.serverId),
    )
    const pointless = unseen.filter(
      (element) => element.type === 'EXPIRE' && carries(element, lines) && !given.has(element.serverId),
    )
    empty.push(...pointless.map((element) => element.id))
  }
  return moveToCancelled(tx, { storeId, ids: empty, by: 'refund' })

  function stillGives(element: QueuedDelivery, fed: LineKey[]): boolean {
    const here = fed.filter((line) => line.checkoutId !== checkoutId || !lineNos.includes(line.lineNo))
    return element.pending && carries(element, here)
  }
}

async function contentOf(
  tx: Tx,
  { storeId, checkoutId, lineNos }: { storeId: StoreId; checkoutId: CheckoutId; lineNos: number[] },
): Promise<{ products: string; conditions: DeliveryConditions }> {
  const lines = (await soldLines(tx, { storeId, checkoutIds: [checkoutId] })).filter((line) =>
    lineNos.includes(line.line_no),
  )
  return {
    products: deliveryContent(lines.map((line) => delivered(line, 'approve', line.currency))),
    conditions: conditionsOf(lines, { gives: true }),
  }
}
