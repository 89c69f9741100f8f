import { sql } from 'kysely'
import { paidOf } from '../checkouts/checkout.ts'
import { insertCheckouts, insertLines, type NewCheckout } from '../checkouts/buy/insert-checkouts.ts'
import { readSoldLines } from '../checkouts/read/read-sold-lines.ts'
import type { Tx } from '../db/database.ts'
import { taxOf } from '../pricing/parts.ts'
import { type CheckoutId, newId, type StoreId, type SubscriptionId } from '../ids.ts'

type Period = { storeId: StoreId; subscriptionId: SubscriptionId; firstCheckoutId: CheckoutId; periodNo: number }

/**
 * The checkout of a paid period. A renewal is a new checkout with the line of the first order, so existing subscribers keep their
 * price, without a code that was for the first period only. The row of the invoice makes two concurrent calls take turns.
 */
export async function findOrOpenCheckout(
  tx: Tx,
  { storeId, subscriptionId, firstCheckoutId, periodNo }: Period,
): Promise<{ checkoutId: CheckoutId; isNew: boolean }> {
  const { rows } = await sql<{ checkout_id: CheckoutId | null }>`
    insert into subscription_invoices (store_id, subscription_id, period_no, checkout_id)
    values (${storeId}, ${subscriptionId}, ${periodNo}, ${periodNo === 0 ? firstCheckoutId : null})
    on conflict (store_id, subscription_id, period_no) do update
      set checkout_id = coalesce(subscription_invoices.checkout_id, excluded.checkout_id)
    returning checkout_id`.execute(tx)
  const known = rows[0]?.checkout_id
  if (known) return { checkoutId: known, isNew: false }

  const checkoutId = newId<CheckoutId>()
  const sold = await readSoldLines(tx, { storeId, checkoutIds: [firstCheckoutId] })
  const { isCodeOver, ...first } = await readFirst(tx, { storeId, subscriptionId, firstCheckoutId })
  await insertCheckouts(tx, storeId, [{ id: checkoutId, state: 'open', ...first }])
  const lines = sold.map(
    ({ checkout_id: _id, currency: _currency, game_user_id: _player, refunded: _refunded, ...line }) => {
      const renewed = {
        ...line,
        renewal_of: firstCheckoutId,
        reserved: false,
        // A creator earns with the first payment only.
        creator_share_minor: 0,
        ...(isCodeOver && { code_minor: 0 }),
      }
      return { ...renewed, tax_minor: taxOf(paidOf(renewed), first.taxRate ?? 0) }
    },
  )
  await insertLines(tx, { storeId, checkoutId, lines })
  await sql`
    update subscription_invoices set checkout_id = ${checkoutId}, receipt_at = case when exists (
        select from checkout_buyers
        where store_id = ${storeId} and checkout_id = ${firstCheckoutId} and email is not null) then now() end
    where store_id = ${storeId} and subscription_id = ${subscriptionId} and period_no = ${periodNo}`.execute(tx)
  return { checkoutId, isNew: true }
}

type First = Pick<NewCheckout, 'gameUserId' | 'currency' | 'taxCountry' | 'taxRate'> & { isCodeOver: boolean }

async function readFirst(
  tx: Tx,
  { storeId, subscriptionId, firstCheckoutId }: Omit<Period, 'periodNo'>,
): Promise<First> {
  const { rows } = await sql<First>`
    select c.game_user_id as "gameUserId", c.currency, c.tax_country as "taxCountry", c.tax_rate as "taxRate",
      s.first_amount_minor is not null as "isCodeOver"
    from subscriptions s join checkouts c on c.store_id = s.store_id and c.id = ${firstCheckoutId}
    where s.store_id = ${storeId} and s.id = ${subscriptionId}`.execute(tx)
  if (!rows[0]) throw new Error(`there is no subscription ${subscriptionId}`)
  return rows[0]
}

/** The provider could not charge this period. */
export async function recordFailedCharge(
  tx: Tx,
  { storeId, subscriptionId, periodNo }: Omit<Period, 'firstCheckoutId'>,
): Promise<void> {
  await sql`
    insert into subscription_invoices (store_id, subscription_id, period_no, failed)
    values (${storeId}, ${subscriptionId}, ${periodNo}, true)
    on conflict (store_id, subscription_id, period_no) do update set failed = true`.execute(tx)
}
