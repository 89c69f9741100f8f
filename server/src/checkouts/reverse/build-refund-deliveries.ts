import type { Tx } from '../../db/database.ts'
import { approves, carries, type QueuedDelivery } from '../../delivery/read/deliveries-of-checkouts.ts'
import type { NewDelivery } from '../../delivery/queue/enqueue-deliveries.ts'
import type { LineKey } from '../../entitlements/entitlement.ts'
import type { CheckoutId, GameServerId, StoreId } from '../../ids.ts'
import { buildDelivery } from '../checkout.ts'
import { readSoldLines } from '../read/read-sold-lines.ts'

type Ended = {
  storeId: StoreId
  gameUserId: string
  /** For each entitlement that ended, all lines that contributed to it, newest first. */
  ended: LineKey[][]
  deliveries: QueuedDelivery[]
}

/**
 * The REFUND deliveries for entitlements that ended: one for each server that received a dispatch, for the newest line
 * that was dispatched there. That is not always the refunded line: if an earlier refund revoked nothing because a later
 * purchase still granted the product, the refund of the later purchase must revoke it.
 */
export async function buildRefundDeliveries(
  tx: Tx,
  { storeId, gameUserId, ended, deliveries }: Ended,
): Promise<NewDelivery[]> {
  const refunds = new Map<string, { serverId: GameServerId | null; checkoutId: CheckoutId; lineNos: number[] }>()
  for (const lines of ended) {
    for (const { serverId, checkoutId, lineNo } of findNewestDispatched(lines, deliveries)) {
      const key = `${serverId} ${checkoutId}`
      const lineNos = refunds.get(key)?.lineNos ?? []
      refunds.set(key, { serverId, checkoutId, lineNos: [...lineNos, lineNo] })
    }
  }
  const checkoutIds = [...new Set([...refunds.values()].map((refund) => refund.checkoutId))]
  const soldLines = await readSoldLines(tx, { storeId, checkoutIds })
  return [...refunds.values()].flatMap(({ serverId, checkoutId, lineNos }) => {
    // Clients that report each command they ran would never report a delivery without commands.
    const lines = soldLines.filter(
      (line) => line.checkout_id === checkoutId && lineNos.includes(line.line_no) && line.refund_commands.length > 0,
    )
    if (lines.length === 0) return []
    const content = buildDelivery(lines, { stage: 'refund', serverId })
    return { storeId, serverId, checkoutId, gameUserId, deliveryType: 'REFUND' as const, ...content }
  })
}

/** For each server that received a dispatch of any of the lines and has no REFUND for them: the newest of these lines. */
function findNewestDispatched(
  lines: LineKey[],
  deliveries: QueuedDelivery[],
): (LineKey & { serverId: GameServerId | null })[] {
  const newest = new Map<GameServerId | null, LineKey>()
  const refunded = new Set(
    deliveries
      .filter((delivery) => delivery.type === 'REFUND' && carries(delivery, lines))
      .map((delivery) => delivery.serverId),
  )
  for (const line of lines) {
    for (const delivery of deliveries) {
      const { serverId, dispatched } = delivery
      if (dispatched && approves(delivery, [line]) && !newest.has(serverId) && !refunded.has(serverId))
        newest.set(serverId, line)
    }
  }
  return [...newest].map(([serverId, line]) => ({ serverId, ...line }))
}
