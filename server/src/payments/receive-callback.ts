import { sql } from 'kysely'
import { type Db, inStore, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type CheckoutId, parseId, type StoreId } from '../ids.ts'
import { requireText } from '../text.ts'
import type { ProviderConnections } from './connections/provider-connections.ts'
import { applyFacts } from './apply-facts.ts'
import type { Account, Callback, Facts, Notice, ProviderName } from './provider.ts'

export type PaymentParts = { db: Db; accounts: ProviderConnections }

/** `repeated`: counted before. `nothing`: real, and of no interest to this store. */
export type Received = 'applied' | 'parked' | 'repeated' | 'nothing'

type Incoming = { storeId: StoreId; provider: ProviderName; callback: Callback }

/**
 * A provider calls. Who it is comes first, by the signature over the bytes as they arrived; then what it says counts
 * once, in one transaction with all that follows from it.
 */
export async function receiveCallback(
  { db, accounts }: PaymentParts,
  { storeId, provider, callback }: Incoming,
): Promise<Received> {
  const account = await accounts.find(storeId, provider)
  if (!account) throw new AppError('not_found', 'There is nothing at this address')
  const notice = await account.readCallback(callback)
  return receiveNotice({ db, account }, { storeId, provider, notice })
}

/** What a callback said, once it is known who said it. */
export async function receiveNotice(
  { db, account }: { db: Db; account: Account },
  { storeId, provider, notice }: { storeId: StoreId; provider: ProviderName; notice: Notice },
): Promise<Received> {
  requireText('The id of the event', notice.eventId, { max: 255 })
  requireText('The kind of the event', notice.kind, { max: 255 })
  if (notice.tells === 'nothing') return 'nothing'
  const first = 'facts' in notice.tells ? notice.tells.facts : await account.ask(notice.tells.ask)
  if (!first) return 'nothing'
  const received = await inStore(db, storeId, (tx) => countOnce(tx, { storeId, provider, notice, facts: first }))
  if (received !== 'unmatched') return received

  // It points to a payment that we have not heard of: it overtook the one that would have told us.
  const facts = await askAbout(account, first)
  if (!facts) return 'nothing'
  const again = await inStore(db, storeId, (tx) => countOnce(tx, { storeId, provider, notice, facts }))
  return again === 'unmatched' ? 'nothing' : again
}

/** What was told and what the provider answers add up: an answer need not repeat a dispute. */
async function askAbout(account: Account, told: Facts): Promise<Facts | undefined> {
  if (told.paymentRef === null) return undefined
  const answer = await account.ask({ paymentRef: told.paymentRef })
  if (!answer) return undefined
  return {
    ...answer,
    refundedMinor: Math.max(answer.refundedMinor, told.refundedMinor),
    dispute: told.dispute === 'none' ? answer.dispute : told.dispute,
  }
}

async function countOnce(
  tx: Tx,
  { storeId, provider, notice, facts }: { storeId: StoreId; provider: ProviderName; notice: Notice; facts: Facts },
): Promise<Received | 'unmatched'> {
  const checkoutId = await checkoutOf(tx, { storeId, provider, facts })
  if (checkoutId === undefined) return facts.checkoutId === null ? 'unmatched' : 'nothing'
  const { rows } = await sql`
    insert into payment_callbacks (store_id, provider, event_id, kind, checkout_id)
    values (${storeId}, ${provider}, ${notice.eventId}, ${notice.kind}, ${checkoutId})
    on conflict (store_id, provider, event_id) do nothing
    returning event_id`.execute(tx)
  if (rows.length === 0) return 'repeated'
  return applyFacts(tx, { storeId, provider, checkoutId, facts })
}

/** By what we wrote on the payment, else by the payment itself. */
async function checkoutOf(
  tx: Tx,
  { storeId, provider, facts }: { storeId: StoreId; provider: ProviderName; facts: Facts },
): Promise<CheckoutId | undefined> {
  if (facts.checkoutId !== null) return parseId<CheckoutId>('chk', facts.checkoutId)
  if (facts.paymentRef === null) return undefined
  const { rows } = await sql<{ checkout_id: CheckoutId }>`
    select checkout_id from payments
    where store_id = ${storeId} and provider = ${provider} and payment_ref = ${facts.paymentRef}`.execute(tx)
  return rows[0]?.checkout_id
}
