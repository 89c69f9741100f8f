import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { lockDefaultServer } from '../../delivery/lock-default-server.ts'
import type { CheckoutId, DeliveryId, StoreId } from '../../ids.ts'
import { approveCheckout } from './approve-checkout.ts'
import type { CheckoutState } from '../checkout.ts'
import { type SoldLine, soldLines } from '../read/sold-lines.ts'
import { moveStock } from './reserve-lines.ts'
import { recordSaleEvent } from '../record-checkout-event.ts'

type Payable = {
  storeId: StoreId
  checkoutId: CheckoutId
  gameUserId: string
  currency: string
  /** As read under the lock that the caller holds on the checkout. */
  state: CheckoutState
}

/** The money is there: the checkout is paid, the player has what he bought, and the game servers have their work. */
export async function payCheckout(
  tx: Tx,
  { storeId, checkoutId, gameUserId, currency, state }: Payable,
): Promise<DeliveryId[]> {
  await sql`
    update checkouts set state = 'paid', paid_at = now()
    where store_id = ${storeId} and id = ${checkoutId}`.execute(tx)
  // Given up, and paid after all: it was sold, even if others have bought the last one meanwhile.
  if (state === 'abandoned') await moveStock(tx, { storeId, checkoutId, by: 'take' })
  const lines = await withServers(tx, { storeId, lines: await soldLines(tx, { storeId, checkoutIds: [checkoutId] }) })
  const sale = { storeId, checkoutId, gameUserId, currency, lines }
  await recordSaleEvent(tx, sale, { type: 'checkout.paid' })
  return approveCheckout(tx, sale)
}

/** What was put together before the store had a server goes to the one it has by now. */
async function withServers(tx: Tx, { storeId, lines }: { storeId: StoreId; lines: SoldLine[] }): Promise<SoldLine[]> {
  if (lines.every((line) => line.server_ids.length > 0)) return lines
  const serverId = await lockDefaultServer(tx, storeId)
  if (serverId === null) return lines
  return lines.map((line) => (line.server_ids.length > 0 ? line : { ...line, server_ids: [serverId] }))
}
