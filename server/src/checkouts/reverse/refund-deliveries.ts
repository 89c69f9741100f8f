import type { Tx } from '../../db/database.ts'
import { deliveryContent } from '../../delivery/delivery-content.ts'
import { approves, carries, type QueuedDelivery } from '../../delivery/read/deliveries-of-checkouts.ts'
import type { NewDelivery } from '../../delivery/queue/enqueue-deliveries.ts'
import { conditionsOf } from '../../delivery/conditions.ts'
import type { LineKey } from '../../entitlements/entitlement.ts'
import type { CheckoutId, GameServerId, StoreId } from '../../ids.ts'
import { delivered } from '../checkout.ts'
import { type SoldLine, soldLines } from '../read/sold-lines.ts'

type Ended = {
  storeId: StoreId
  gameUserId: string
  /** Per entitlement that ended: all lines that fed it, newest first. */
  ended: LineKey[][]
  elements: QueuedDelivery[]
}

/**
 * The REFUND elements for entitlements that ended: on every server that was offered the goods, one take-back, for
 * the newest line that was offered there. That is not always the line refunded now: where an earlier refund left
 * the goods because a later purchase granted them, the end of the later one must take them.
 */
export async function refundDeliveries(
  tx: Tx,
  { storeId, gameUserId, ended, elements }: Ended,
): Promise<NewDelivery[]> {
  const places = new Map<string, { serverId: GameServerId | null; checkoutId: CheckoutId; lineNos: number[] }>()
  for (const lines of ended) {
    for (const { serverId, checkoutId, lineNo } of newestGiven(lines, elements)) {
      const key = `${serverId} ${checkoutId}`
      const place = places.get(key) ?? { serverId, checkoutId, lineNos: [] }
      places.set(key, { ...place, lineNos: [...place.lineNos, lineNo].sort((a, b) => a - b) })
    }
  }
  const frozen = await soldLines(tx, {
    storeId,
    checkoutIds: [...new Set([...places.values()].map((place) => place.checkoutId))],
  })
  return [...places.values()].flatMap(({ serverId, checkoutId, lineNos }) => {
    const lines = frozen.filter(
      (line) => line.checkout_id === checkoutId && lineNos.includes(line.line_no) && hasRefund(line),
    )
    if (lines.length === 0) return []
    return {
      storeId,
      serverId,
      checkoutId,
      gameUserId,
      deliveryType: 'REFUND' as const,
      lineNos: lines.map((line) => line.line_no),
      products: deliveryContent(lines.map((line) => delivered(line, 'refund', line.currency))),
      conditions: conditionsOf(lines, { gives: false }),
    }
  })
}

/** On each server that was offered any of the lines and has not been told to take them back: the newest of them. */
function newestGiven(lines: LineKey[], elements: QueuedDelivery[]): (LineKey & { serverId: GameServerId | null })[] {
  const given = new Map<GameServerId | null, LineKey>()
  const taken = new Set(
    elements
      .filter((element) => element.type === 'REFUND' && carries(element, lines))
      .map((element) => element.serverId),
  )
  for (const line of lines) {
    for (const element of elements) {
      if (
        element.dispatched &&
        approves(element, [line]) &&
        !given.has(element.serverId) &&
        !taken.has(element.serverId)
      )
        given.set(element.serverId, line)
    }
  }
  return [...given].map(([serverId, line]) => ({ serverId, ...line }))
}

/** An element without a command would never be reported by clients that report what they ran. */
function hasRefund(line: SoldLine): boolean {
  return line.refund_commands.length > 0
}
