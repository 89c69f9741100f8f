import { sql } from 'kysely'
import { type Db, inStore, type ReaderDb, type Tx } from '../../db/database.ts'
import type { CheckoutId, StoreId, SubscriptionId } from '../../ids.ts'
import { hashSecretToken } from '../../secret-token.ts'
import type { Sealer } from '../../seal.ts'
import { newOrderToken, orderTokenLabel } from './order-token.ts'

const BATCH_SIZE = 100

type Due = { storeId: StoreId; subscriptionId: SubscriptionId; periodNo: number }

/**
 * Gives each paid renewal the buyer of the first order and a link of its own, because the link of the first order is not known any more.
 * Its receipt is then due like that of any order.
 */
export async function addRenewalBuyers(app: Db, reader: ReaderDb, sealer: Sealer): Promise<void> {
  if (sealer.keyId === undefined) return
  const { rows } = await sql<Due>`
    select store_id as "storeId", subscription_id as "subscriptionId", period_no as "periodNo" from subscription_invoices
    where receipt_at <= now() order by receipt_at limit ${BATCH_SIZE}`.execute(reader)
  for (const due of rows) await inStore(app, due.storeId, (tx) => addRenewalBuyer(tx, sealer, due))
}

async function addRenewalBuyer(tx: Tx, sealer: Sealer, { storeId, subscriptionId, periodNo }: Due): Promise<void> {
  const { rows } = await sql<{ checkoutId: CheckoutId; firstCheckoutId: CheckoutId }>`
    update subscription_invoices i set receipt_at = null from subscriptions s
    where i.store_id = ${storeId} and i.subscription_id = ${subscriptionId} and i.period_no = ${periodNo}
      and i.receipt_at is not null and i.checkout_id is not null and s.store_id = i.store_id and s.id = i.subscription_id
    returning i.checkout_id as "checkoutId", s.checkout_id as "firstCheckoutId"`.execute(tx)
  const [renewal] = rows
  if (!renewal) return
  const { checkoutId, firstCheckoutId } = renewal
  const token = newOrderToken()
  const { keyId, sealed } = sealer.seal(token, orderTokenLabel(storeId, checkoutId))
  await sql`
    insert into checkout_buyers (store_id, checkout_id, token_hash, token_sealed, key_id, email, locale, bought_by, consented_at,
      consent_version)
    select store_id, ${checkoutId}, ${hashSecretToken(token)}, ${sealed}, ${keyId}, email, locale, bought_by, consented_at,
      consent_version
    from checkout_buyers where store_id = ${storeId} and checkout_id = ${firstCheckoutId} and email is not null
    on conflict (store_id, checkout_id) do nothing`.execute(tx)
}
