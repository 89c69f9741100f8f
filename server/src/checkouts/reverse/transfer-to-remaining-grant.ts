import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { deliveryContent } from '../../delivery/delivery-content.ts'
import type { QueuedDelivery } from '../../delivery/read/deliveries-of-checkouts.ts'
import type { NewDelivery } from '../../delivery/queue/enqueue-deliveries.ts'
import { conditionsOf } from '../../delivery/conditions.ts'
import type { LineKey } from '../../entitlements/entitlement.ts'
import type { CheckoutId, DeliveryId, GameServerId, StoreId } from '../../ids.ts'
import { delivered } from '../checkout.ts'
import { soldLines } from '../read/sold-lines.ts'

type Kept = {
  storeId: StoreId
  checkoutId: CheckoutId
  gameUserId: string
  /** The refunded line, and the lines that still grant the same, newest first. */
  kept: { lineNo: number; left: LineKey[] }[]
  /** What the refund has taken the line out of, before anybody was offered it. */
  withdrawn: QueuedDelivery[]
}

/**
 * After a wipe, what a player holds is given again in the name of one purchase. When that one is refunded before it was
 * offered, another purchase that grants the same has to stand for it, or the player would own what he never gets.
 */
export async function transferToRemainingGrant(
  tx: Tx,
  { storeId, checkoutId, gameUserId, kept, withdrawn }: Kept,
): Promise<NewDelivery[]> {
  // By whom and where: two lines of one refund may have the same heir.
  const heirs = new Map<string, Heir & { serverId: GameServerId | null }>()
  for (const { lineNo, left } of kept) {
    const here = withdrawn.filter((element) => element.type === 'APPROVE' && element.lineNos.includes(lineNo))
    for (const serverId of new Set(here.map((element) => element.serverId))) {
      const isResent = here.some((element) => element.resent && element.serverId === serverId)
      if (!isResent && !(await isReliedOn(tx, { storeId, checkoutId, lineNo, serverId }))) continue
      const heir = await newestDelivered(tx, { storeId, serverId, lines: left })
      if (heir) heirs.set(`${heir.checkoutId} ${heir.lineNo} ${serverId}`, { ...heir, serverId })
    }
  }
  const commands: NewDelivery[] = []
  for (const heir of heirs.values()) commands.push(await toCommand(tx, { storeId, gameUserId, ...heir }))
  return commands
}

type Heir = LineKey & { resendOf: DeliveryId }

/** A redelivery sends nothing where a newer purchase is on its way: it comes anyway, or so it looked. */
async function isReliedOn(
  tx: Tx,
  { storeId, checkoutId, lineNo, serverId }: LineKey & { storeId: StoreId; serverId: GameServerId | null },
): Promise<boolean> {
  const { rows } = await sql<{ relies: boolean }>`
    select redelivery_skipped_line(${storeId}, ${checkoutId}, ${lineNo}::smallint, ${serverId}) as relies`.execute(tx)
  return rows[0]?.relies === true
}

/** Undefined, too, where one of them still waits: then it comes anyway. */
async function newestDelivered(
  tx: Tx,
  { storeId, serverId, lines }: { storeId: StoreId; serverId: GameServerId | null; lines: LineKey[] },
): Promise<Heir | undefined> {
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
    elements: rows.filter((row) => row.checkoutId === line.checkoutId && row.lineNos.includes(line.lineNo)),
  }))
  if (found.some(({ elements }) => elements.some((element) => element.waiting))) return undefined
  for (const { checkoutId, lineNo, elements } of found) {
    const [first] = elements
    if (first) return { checkoutId, lineNo, resendOf: first.id }
  }
  return undefined
}

async function toCommand(
  tx: Tx,
  {
    storeId,
    gameUserId,
    serverId,
    checkoutId,
    lineNo,
    resendOf,
  }: Heir & { storeId: StoreId; gameUserId: string; serverId: GameServerId | null },
): Promise<NewDelivery> {
  const lines = await soldLines(tx, { storeId, checkoutIds: [checkoutId] })
  // Held once, however many were bought: only what extends is granted by several purchases.
  const here = lines.filter((line) => line.line_no === lineNo).map((line) => ({ ...line, quantity: 1 }))
  return {
    storeId,
    serverId,
    checkoutId,
    gameUserId,
    deliveryType: 'APPROVE',
    lineNos: [lineNo],
    products: deliveryContent(here.map((line) => delivered(line, 'approve', line.currency))),
    conditions: conditionsOf(here, { gives: true }),
    resendOf,
  }
}
