import { sql } from 'kysely'
import type { Opened } from '../checkouts/buy/open-checkout.ts'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { newId, type StoreId, type SubscriptionId } from '../ids.ts'

type NewSubscription = Opened & { storeId: StoreId; gameUserId: string; provider: string }

/**
 * Stores the subscription that begins when this checkout is paid. Its price and grace period never change. A code reduces the first
 * period, or all of them if it says so.
 */
export async function openSubscription(
  tx: Tx,
  { storeId, checkoutId, gameUserId, provider, totalMinor, billingPeriod }: NewSubscription,
): Promise<void> {
  await requireNotSubscribed(tx, { storeId, checkoutId, gameUserId })
  await sql`
    insert into subscriptions (store_id, id, checkout_id, provider, amount_minor, first_amount_minor, currency, billing_period,
      grace_seconds, renewal_commands)
    select c.store_id, ${newId<SubscriptionId>()}, c.id, ${provider}, ${totalMinor}::bigint + once.minor,
      case when once.minor > 0 then ${totalMinor}::bigint end, c.currency, ${billingPeriod},
      coalesce(p.grace_days, s.grace_days) * 86400, p.renewal_commands
    from checkouts c
    join checkout_lines l on l.store_id = c.store_id and l.checkout_id = c.id
    join products p on p.store_id = l.store_id and p.id = l.product_id
    join stores s on s.id = c.store_id
    left join discount_codes d on d.store_id = c.store_id and d.id = c.code_id
    cross join lateral (select case when coalesce(d.every_period, true) then 0 else l.code_minor end as minor) once
    where c.store_id = ${storeId} and c.id = ${checkoutId}`.execute(tx)
}

/** Two subscriptions would add up to twice the time, for which nobody asks. */
async function requireNotSubscribed(
  tx: Tx,
  { storeId, checkoutId, gameUserId }: Pick<NewSubscription, 'storeId' | 'checkoutId' | 'gameUserId'>,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select held.name from checkout_lines wanted
    join checkouts c on c.store_id = wanted.store_id and c.game_user_id = ${gameUserId}
    join subscriptions s on s.store_id = c.store_id and s.checkout_id = c.id and s.state in ('active', 'past_due')
    join checkout_lines held on held.store_id = c.store_id and held.checkout_id = c.id
      and held.product_id = wanted.product_id and held.buyer_server_id is not distinct from wanted.buyer_server_id
    where wanted.store_id = ${storeId} and wanted.checkout_id = ${checkoutId}
    limit 1`.execute(tx)
  if (rows[0]) throw new AppError('already_subscribed', `This player already has a subscription to "${rows[0].name}"`)
}
