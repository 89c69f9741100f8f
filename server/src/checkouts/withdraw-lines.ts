import type { Tx } from '../db/database.ts'
import { elementContent } from '../delivery/element-content.ts'
import { approves, carries, isUnseen, type Placed } from '../delivery/elements-of-checkouts.ts'
import { moveToCancelled } from '../delivery/move-to-cancelled.ts'
import { type Terms, termsOf } from '../delivery/terms.ts'
import { trimCommand } from '../delivery/trim-command.ts'
import type { LineKey } from '../entitlements/entitlement.ts'
import type { CheckoutId, CommandId, StoreId } from '../ids.ts'
import { delivered } from './checkout.ts'
import { frozenLines } from './frozen-lines.ts'

type Withdrawal = {
  storeId: StoreId
  checkoutId: CheckoutId
  lineNos: number[]
  elements: Placed[]
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
): Promise<CommandId[]> {
  const unseen = elements.filter(isUnseen)
  const empty: CommandId[] = []
  for (const { id, lineNos: queued } of unseen.filter(
    (element) => element.type === 'APPROVE' && element.checkoutId === checkoutId,
  )) {
    const left = queued.filter((lineNo) => !lineNos.includes(lineNo))
    if (left.length === 0) empty.push(id)
    else if (left.length < queued.length)
      await trimCommand(tx, {
        storeId,
        id,
        lineNos: left,
        ...(await contentOf(tx, { storeId, checkoutId, lineNos: left })),
      })
  }
  for (const lines of expired) {
    const given = new Set(
      elements
        .filter((element) => approves(element, lines) && (element.offered || stillGives(element, lines)))
        .map((element) => element.serverId),
    )
    const pointless = unseen.filter(
      (element) => element.type === 'EXPIRE' && carries(element, lines) && !given.has(element.serverId),
    )
    empty.push(...pointless.map((element) => element.id))
  }
  return moveToCancelled(tx, { storeId, ids: empty, by: 'refund' })

  function stillGives(element: Placed, fed: LineKey[]): boolean {
    const here = fed.filter((line) => line.checkoutId !== checkoutId || !lineNos.includes(line.lineNo))
    return element.waiting && carries(element, here)
  }
}

async function contentOf(
  tx: Tx,
  { storeId, checkoutId, lineNos }: { storeId: StoreId; checkoutId: CheckoutId; lineNos: number[] },
): Promise<{ products: string; terms: Terms }> {
  const lines = (await frozenLines(tx, { storeId, checkoutIds: [checkoutId] })).filter((line) =>
    lineNos.includes(line.line_no),
  )
  return {
    products: elementContent(lines.map((line) => delivered(line, 'approve', line.currency))),
    terms: termsOf(lines, { gives: true }),
  }
}
