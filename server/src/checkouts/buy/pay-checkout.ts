import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { lockDefaultServer } from '../../delivery/lock-default-server.ts'
import type { CheckoutId, DeliveryId, DiscountCodeId, StoreId } from '../../ids.ts'
import { adjustUses } from '../../promotions/codes/use-code.ts'
import { spendAgain } from '../../promotions/gift-cards/pay-with-card.ts'
import { recordCardLoss } from '../record-card-loss.ts'
import { approveCheckout, type PaidPeriod } from './approve-checkout.ts'
import type { CheckoutState } from '../checkout.ts'
import { type SoldLine, readSoldLines } from '../read/read-sold-lines.ts'
import { adjustStock } from './reserve-lines.ts'
import { retakeCredits } from './tiers.ts'
import { recordSaleEvent } from '../record-checkout-event.ts'

type Payable = {
  storeId: StoreId
  checkoutId: CheckoutId
  gameUserId: string
  currency: string
  /** Read under the lock that the caller has on the checkout. */
  state: CheckoutState
  period?: PaidPeriod | undefined
}

/** Marks a checkout as paid, grants its lines and enqueues its deliveries. */
export async function payCheckout(
  tx: Tx,
  { storeId, checkoutId, gameUserId, currency, state, period }: Payable,
): Promise<DeliveryId[]> {
  const { rows } = await sql<{ codeId: DiscountCodeId | null }>`
    update checkouts set state = 'paid', paid_at = now()
    where store_id = ${storeId} and id = ${checkoutId}
    returning code_id as "codeId"`.execute(tx)
  const codeId = rows[0]?.codeId ?? null
  // An abandoned checkout returned its code and its stock. It takes them again even if nothing is left by now.
  if (state === 'abandoned') {
    if (codeId !== null) await adjustUses(tx, { storeId, codeId, gameUserId, change: 'take' })
    await adjustStock(tx, { storeId, checkoutId, change: 'take' })
    await retakeCredits(tx, { storeId, checkoutId })
  }
  const lines = await assignDefaultServer(tx, {
    storeId,
    lines: await readSoldLines(tx, { storeId, checkoutIds: [checkoutId] }),
  })
  if (state === 'abandoned') await spendCardAgain(tx, { storeId, checkoutId, lines })
  const sale = { storeId, checkoutId, gameUserId, currency, lines, codeId }
  await recordSaleEvent(tx, sale, { type: 'checkout.paid' })
  return approveCheckout(tx, { ...sale, period })
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

/** The buyer has paid the rest with money, so the goods are delivered even if others have spent the card meanwhile. */
async function spendCardAgain(
  tx: Tx,
  { storeId, checkoutId, lines }: { storeId: StoreId; checkoutId: CheckoutId; lines: SoldLine[] },
): Promise<void> {
  const amountMinor = lines.reduce((sum, line) => sum + line.gift_card_minor, 0)
  if (amountMinor === 0) return
  const { shortMinor } = await spendAgain(tx, { storeId, checkoutId, amountMinor })
  if (shortMinor > 0) await recordCardLoss(tx, { storeId, checkoutId })
}
