import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CheckoutId, StoreId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import { limitOfPlatform } from '../../stores/limits.ts'
import { type Limit, takeLimits } from '../limits/take-limits.ts'

/** `test_store`: it writes to its members only. `limit`: this store, or all stores to this address, have sent too many. */
export type MailRefusal = 'test_store' | 'limit'

type Recipient = { storeId: StoreId; checkoutId: CheckoutId; to: string }

const HOUR = 3_600
/** Nobody buys more often. The address is typed by the buyer, so it can belong to somebody else. */
const RECIPIENT = { cost: HOUR / 10, capacity: 2 * HOUR }
/** Of what the platform sends, so that no store uses up the e-mails of all. */
const SHARE_OF_STORE = 0.5
const RETRY_MINUTES = 10

/**
 * Why no e-mail about an order is sent to the address that its buyer typed. Undefined: it may be sent, and counts. The reason is stored
 * for the page of the order. What a limit refused can be tried again later.
 */
export async function refuseBuyerMail(
  tx: Tx,
  sealer: Sealer,
  { storeId, checkoutId, to }: Recipient,
): Promise<MailRefusal | undefined> {
  const refusal = await findRefusal(tx, sealer, { storeId, to })
  await sql`
    update checkout_buyers set mail_refused = ${refusal ?? null},
      mail_after = now() + make_interval(mins => ${refusal === 'limit' ? RETRY_MINUTES : 0})
    where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(tx)
  return refusal
}

async function findRefusal(
  tx: Tx,
  sealer: Sealer,
  { storeId, to }: Omit<Recipient, 'checkoutId'>,
): Promise<MailRefusal | undefined> {
  const { rows } = await sql<{ isAllowed: boolean }>`
    select s.mode = 'live' or exists (
      select from store_members m join accounts a on a.id = m.account_id
      where m.store_id = s.id and a.email = ${to}) as "isAllowed"
    from stores s where s.id = ${storeId}`.execute(tx)
  if (!rows[0]?.isAllowed) return 'test_store'
  const ofStore = (await limitOfPlatform(tx, 'mails_per_hour')) * SHARE_OF_STORE
  const limit = (text: string, size: Omit<Limit, 'key'>): Limit => ({ key: sealer.fingerprints(text)[0], ...size })
  const { isTaken } = await takeLimits(tx, [
    // Most mail servers ignore what follows a plus sign.
    limit(`mail to ${to.replace(/\+[^@]*/, '')}`, RECIPIENT),
    limit(`mail of ${storeId}`, { cost: ofStore >= 1 ? HOUR / ofStore : 2 * HOUR, capacity: HOUR }),
  ])
  return isTaken ? undefined : 'limit'
}
