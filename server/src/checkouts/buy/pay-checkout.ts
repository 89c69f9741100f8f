import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { lockDefaultServer } from '../../delivery/lock-default-server.ts'
import type { CheckoutId, DiscountCodeId, StoreId } from '../../ids.ts'
import { approveCheckout, type PaidPeriod } from './approve-checkout.ts'
import type { CheckoutState } from '../checkout.ts'
import { type SoldLine, readSoldLines } from '../read/read-sold-lines.ts'
import { recordPurchaseEvent } from '../record-checkout-event.ts'
import { completeReservation, type Lack } from './reservation.ts'

type Payable = {
  storeId: StoreId
  checkoutId: CheckoutId
  gameUserId: string
  currency: string
  /** Read under the lock that the caller has on the checkout. */
  state: CheckoutState
  period?: PaidPeriod | undefined
}

/**
 * Marks a checkout as paid, grants its lines and enqueues its deliveries. If it was replaced, or if something that it needs is gone,
 * nothing changes, and the reason is returned: the money belongs to the buyer.
 */
export async function payCheckout(
  tx: Tx,
  { storeId, checkoutId, gameUserId, currency, state, period }: Payable,
): Promise<Lack | 'replaced' | undefined> {
  const { rows } = await sql<{ codeId: DiscountCodeId | null; holdsPlayer: boolean; isReplaced: boolean }>`
    select code_id as "codeId", holds_player as "holdsPlayer", replaced_at is not null as "isReplaced"
    from checkouts where store_id = ${storeId} and id = ${checkoutId}`.execute(tx)
  const { codeId = null, holdsPlayer = true, isReplaced = false } = rows[0] ?? {}
  if (isReplaced) return 'replaced'
  const lack = await completeReservation(tx, { storeId, checkoutId, gameUserId, codeId, holdsPlayer, state })
  if (lack) return lack
  await sql`
    update checkouts set state = 'paid', paid_at = now()
    where store_id = ${storeId} and id = ${checkoutId}`.execute(tx)
  const lines = await assignDefaultServer(tx, {
    storeId,
    lines: await readSoldLines(tx, { storeId, checkoutIds: [checkoutId] }),
  })
  const paid = { storeId, checkoutId, gameUserId, currency, lines, codeId }
  await recordPurchaseEvent(tx, paid, { type: 'checkout.paid' })
  await approveCheckout(tx, { ...paid, period })
  return undefined
}

/** Lines of a checkout that was opened before the store had a server go to the server that it has now. */
async function assignDefaultServer(
  tx: Tx,
  { storeId, lines }: { storeId: StoreId; lines: SoldLine[] },
): Promise<SoldLine[]> {
  if (lines.every((line) => line.server_ids.length > 0)) return lines
  const serverId = await lockDefaultServer(tx, storeId)
  if (serverId === null) return lines
  return lines.map((line) => (line.server_ids.length > 0 ? line : { ...line, server_ids: [serverId] }))
}
