import { sql } from 'kysely'
import { abandonCheckout } from '../checkouts/buy/abandon-checkout.ts'
import { inStore, type ReaderDb, type Tx } from '../db/database.ts'
import { type CheckoutId, formatId, type StoreId } from '../ids.ts'
import { applyFacts } from './apply-facts.ts'
import { FIRST_ASK_SECONDS, GIVE_UP_SECONDS, LONGEST_PAUSE_SECONDS } from './reconcile-schedule.ts'
import type { PaymentRefs, ProviderName } from './provider.ts'
import type { PaymentParts } from './receive-callback.ts'

const BATCH = 200
const AT_ONCE = 8

export type Asked = { asked: number; failed: number }

type Due = { storeId: StoreId; checkoutId: CheckoutId }
type Claimed = PaymentRefs & { provider: ProviderName; isOver: boolean; isHopeless: boolean }

/**
 * Asks the providers about checkouts that stay open: their callbacks may be late, lost, or never have been made. Any
 * number of processes may ask at once; each checkout is claimed by one of them.
 */
export async function reconcileDue(
  parts: PaymentParts,
  reader: ReaderDb,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<Asked> {
  const total: Asked = { asked: 0, failed: 0 }
  for (;;) {
    const failedBefore = total.failed
    const { rows: due } = await sql<Due>`
      select store_id as "storeId", checkout_id as "checkoutId" from payments
      where reconcile_at <= now()
      order by reconcile_at
      limit ${BATCH}`.execute(reader)
    const queue = due.values()
    const worker = async () => {
      for (const one of queue) {
        total.asked++
        await askAbout(parts, one).catch((error: unknown) => {
          total.failed++
          onFailure(error)
        })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    if (due.length < BATCH || total.failed - failedBefore === due.length) return total
  }
}

async function askAbout({ db, accounts }: PaymentParts, { storeId, checkoutId }: Due): Promise<void> {
  const claimed = await inStore(db, storeId, (tx) => claim(tx, { storeId, checkoutId }))
  if (!claimed) return
  const { provider, isOver, isHopeless, ...refs } = claimed
  const account = await accounts.find(storeId, provider)
  const facts = await account?.ask(refs)
  if (facts && facts.checkoutId !== null && facts.checkoutId !== formatId('chk', checkoutId)) {
    throw new Error(`${provider} answered for another checkout`)
  }
  await inStore(db, storeId, async (tx) => {
    if (facts) await applyFacts(tx, { storeId, provider, checkoutId, facts })
    // Nobody came to pay while there was time; or nobody is left to ask, and there was time enough.
    if (isHopeless || (isOver && account && (!facts || facts.closed))) await giveUp(tx, { storeId, checkoutId })
  })
}

/** The next time is set before the provider is asked: whoever dies on the way is followed by another. */
async function claim(tx: Tx, { storeId, checkoutId }: Due): Promise<Claimed | undefined> {
  const { rows } = await sql<{
    provider: ProviderName
    page_ref: string | null
    payment_ref: string | null
    is_over: boolean
    is_hopeless: boolean
  }>`
    update payments set reconcile_attempts = reconcile_attempts + 1,
      reconcile_at = now() + make_interval(secs => least(${LONGEST_PAUSE_SECONDS}, ${FIRST_ASK_SECONDS} * 2 ^ least(reconcile_attempts, 10)))
    where store_id = ${storeId} and checkout_id = ${checkoutId} and reconcile_at <= now()
    returning provider, page_ref, payment_ref, expires_at <= now() as is_over,
      expires_at + make_interval(secs => ${GIVE_UP_SECONDS}) <= now() as is_hopeless`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  return {
    checkoutId,
    ...(row.page_ref !== null && { pageRef: row.page_ref }),
    ...(row.payment_ref !== null && { paymentRef: row.payment_ref }),
    provider: row.provider,
    isOver: row.is_over,
    isHopeless: row.is_hopeless,
  }
}

async function giveUp(tx: Tx, { storeId, checkoutId }: Due): Promise<void> {
  const { rows } = await sql<{ state: string }>`
    select state from checkouts where store_id = ${storeId} and id = ${checkoutId} for no key update`.execute(tx)
  if (rows[0]?.state === 'open') await abandonCheckout(tx, { storeId, checkoutId })
  await sql`
    update payments set reconcile_at = null where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(tx)
}
