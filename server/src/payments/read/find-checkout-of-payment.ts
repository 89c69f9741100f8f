import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CheckoutId, StoreId } from '../../ids.ts'
import { PROVIDERS } from '../provider.ts'

/** Finds a checkout by the provider's id of its payment or of its payment page. */
export async function findCheckoutOfPayment(
  tx: Tx,
  { storeId, providerId }: { storeId: StoreId; providerId: string },
): Promise<CheckoutId | undefined> {
  const ofStore = sql`select checkout_id as id from payments where store_id = ${storeId} and provider = any(${PROVIDERS}::text[])`
  const { rows } = await sql<{ id: CheckoutId }>`
    (${ofStore} and payment_ref = ${providerId}) union all (${ofStore} and page_ref = ${providerId}) limit 1`.execute(
    tx,
  )
  return rows[0]?.id
}
