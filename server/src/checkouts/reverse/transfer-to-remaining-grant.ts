import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { QueuedDelivery } from '../../delivery/read/deliveries-of-checkouts.ts'
import type { NewDelivery } from '../../delivery/queue/enqueue-deliveries.ts'
import type { LineKey } from '../../entitlements/entitlement.ts'
import type { CheckoutId, DeliveryId, GameServerId, StoreId } from '../../ids.ts'
import { buildDelivery } from '../checkout.ts'
import { readSoldLines } from '../read/read-sold-lines.ts'

type Transfer = {
  storeId: StoreId
  checkoutId: CheckoutId
  gameUserId: string
  /** Each refunded line, with the lines that still grant the product, newest first. */
  kept: { lineNo: number; remaining: LineKey[] }[]
  /** The undispatched deliveries that the refund has removed the lines from. */
  withdrawn: QueuedDelivery[]
}

/**
 * A redelivery sends an entitlement once, for one of the purchases that grant it. If that purchase is refunded before the
 * dispatch, the redelivery is sent for another purchase. Otherwise the player would not get what they still own.
 */
export async function transferToRemainingGrant(
  tx: Tx,
  { storeId, checkoutId, gameUserId, kept, withdrawn }: Transfer,
): Promise<NewDelivery[]> {
  // By line and server, because two lines of one refund can have the same substitute.
  const substitutes = new Map<string, Substitute & { serverId: GameServerId | null }>()
  for (const { lineNo, remaining } of kept) {
    const approvals = withdrawn.filter((delivery) => delivery.type === 'APPROVE' && delivery.lineNos.includes(lineNo))
    for (const serverId of new Set(approvals.map((delivery) => delivery.serverId))) {
      const isResent = approvals.some((delivery) => delivery.resent && delivery.serverId === serverId)
      if (!isResent && !(await wasSkipped(tx, { storeId, checkoutId, lineNo, serverId }))) continue
      const found = await findSubstitute(tx, { storeId, serverId, lines: remaining })
      if (found) substitutes.set(`${found.checkoutId} ${found.lineNo} ${serverId}`, { ...found, serverId })
    }
  }
  const deliveries: NewDelivery[] = []
  for (const each of substitutes.values()) deliveries.push(await toDelivery(tx, { storeId, gameUserId, ...each }))
  return deliveries
}

/** The remaining line that a redelivery is sent for, and its first delivery. */
type Substitute = LineKey & { resendOf: DeliveryId }

/** A redelivery skips an entitlement if one of its lines is still in the queue. */
async function wasSkipped(
  tx: Tx,
  { storeId, checkoutId, lineNo, serverId }: LineKey & { storeId: StoreId; serverId: GameServerId | null },
): Promise<boolean> {
  const { rows } = await sql<{ skipped: boolean }>`
    select redelivery_skipped_line(${storeId}, ${checkoutId}, ${lineNo}::smallint, ${serverId}) as skipped`.execute(tx)
  return rows[0]?.skipped === true
}

/** The newest line that was delivered. Undefined if one of the lines is still in the queue and will be delivered anyway. */
async function findSubstitute(
  tx: Tx,
  { storeId, serverId, lines }: { storeId: StoreId; serverId: GameServerId | null; lines: LineKey[] },
): Promise<Substitute | undefined> {
  const { rows } = await sql<{ checkoutId: CheckoutId; lineNos: number[]; id: DeliveryId; waiting: boolean }>`
    select checkout_id as "checkoutId", line_nos as "lineNos", id, true as waiting from pending_deliveries
    where store_id = ${storeId} and checkout_id = any(${lines.map((line) => line.checkoutId)}::uuid[])
      and server_id = ${serverId} and delivery_type = 'APPROVE'
    union all
    select checkout_id, line_nos, id, false from delivery_ledger
    where store_id = ${storeId} and checkout_id = any(${lines.map((line) => line.checkoutId)}::uuid[])
      and server_id = ${serverId} and delivery_type = 'APPROVE' and state = 'processed'
    order by id`.execute(tx)
  const found = lines.map((line) => ({
    ...line,
    deliveries: rows.filter((row) => row.checkoutId === line.checkoutId && row.lineNos.includes(line.lineNo)),
  }))
  if (found.some(({ deliveries }) => deliveries.some((delivery) => delivery.waiting))) return undefined
  for (const { checkoutId, lineNo, deliveries } of found) {
    const [first] = deliveries
    if (first) return { checkoutId, lineNo, resendOf: first.id }
  }
  return undefined
}

async function toDelivery(
  tx: Tx,
  {
    storeId,
    gameUserId,
    serverId,
    checkoutId,
    lineNo,
    resendOf,
  }: Substitute & { storeId: StoreId; gameUserId: string; serverId: GameServerId | null },
): Promise<NewDelivery> {
  const lines = await readSoldLines(tx, { storeId, checkoutIds: [checkoutId] })
  // One unit, because only products with rebuy `extend` are granted by several purchases, and they are owned once.
  const resent = lines.filter((line) => line.line_no === lineNo).map((line) => ({ ...line, quantity: 1 }))
  return {
    storeId,
    serverId,
    checkoutId,
    gameUserId,
    deliveryType: 'APPROVE',
    ...buildDelivery(resent, { stage: 'approve', serverId }),
    resendOf,
  }
}
