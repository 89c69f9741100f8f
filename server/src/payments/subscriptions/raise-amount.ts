import { sql } from 'kysely'
import { inStore, type ReaderDb } from '../../db/database.ts'
import type { StoreId, SubscriptionId } from '../../ids.ts'
import type { ProviderName } from '../provider.ts'
import type { PaymentContext } from '../receive-callback.ts'

/** After this time another process can try. The next period is charged in a week at the earliest. */
const CLAIM_SECONDS = 600

type Key = { storeId: StoreId; subscriptionId: SubscriptionId }
type Claimed = { provider: ProviderName; ref: string; amountMinor: number; currency: string }

/** Tells the providers what the later periods cost of subscriptions whose first period was cheaper. */
export async function raiseDueAmounts(
  context: PaymentContext,
  reader: ReaderDb,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<void> {
  const { rows } = await sql<Key>`
    select store_id as "storeId", id as "subscriptionId" from subscriptions
    where raise_at <= now() order by raise_at limit 100`.execute(reader)
  for (const key of rows) await raiseAmount(context, key).catch(onFailure)
}

async function raiseAmount({ db, connections }: PaymentContext, { storeId, subscriptionId }: Key): Promise<void> {
  const { rows } = await inStore(db, storeId, (tx) =>
    sql<Claimed>`
      update subscriptions set raise_at = now() + make_interval(secs => ${CLAIM_SECONDS})
      where store_id = ${storeId} and id = ${subscriptionId} and raise_at <= now() and subscription_ref is not null
      returning provider, subscription_ref as ref, amount_minor as "amountMinor", currency`.execute(tx),
  )
  const [claimed] = rows
  if (!claimed) return
  const { subscriptions } = await connections.require(storeId, claimed.provider)
  await subscriptions?.setAmount?.(claimed.ref, claimed)
  await inStore(db, storeId, (tx) =>
    sql`update subscriptions set raise_at = null where store_id = ${storeId} and id = ${subscriptionId}`.execute(tx),
  )
}
