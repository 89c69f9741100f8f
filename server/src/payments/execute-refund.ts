import { sql } from 'kysely'
import { releaseFromRefund } from '../checkouts/buy/tiers.ts'
import { type Refunded, refundLines } from '../checkouts/reverse/refund.ts'
import { inStore, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { CheckoutId, RefundId, StoreId } from '../ids.ts'
import { restoreSoldCards } from '../promotions/gift-cards/sold-cards.ts'
import type { ProviderConnections } from './connections/provider-connections.ts'
import type { ProviderName } from './provider.ts'
import type { PaymentContext } from './receive-callback.ts'
import { recordRefusedRefund } from './record-refused-refund.ts'
import { parkReturn } from './parked/return-payment.ts'

const NOTHING_REFUNDED: Refunded = { lineNos: [], cancelledIds: [], deliveryIds: [] }

/** After this time another process can try, in case the process that claimed the refund has died. */
const CLAIM_SECONDS = 60

type RefundKey = { storeId: StoreId; refundId: RefundId }

type ClaimedRefund = {
  checkout_id: CheckoutId
  line_nos: number[]
  amount_minor: number
  provider: ProviderName
  payment_ref: string
  paid_minor: number
  currency: string
  is_return: boolean
}

/** Sends a requested refund to the provider and stores the outcome. */
export async function executeRefund({ db, connections }: PaymentContext, key: RefundKey): Promise<Refunded> {
  const { storeId } = key
  const claimed = await inStore(db, storeId, (tx) => claim(tx, key))
  if (!claimed) return NOTHING_REFUNDED
  const refusal = await sendRefund(connections, key, claimed)
  const refunded = await inStore(db, storeId, async (tx) => {
    const isFinished = await finish(tx, { ...key, error: refusal ?? null })
    if (claimed.is_return) {
      if (isFinished && refusal !== undefined) await parkReturn(tx, { storeId, checkoutId: claimed.checkout_id })
      return NOTHING_REFUNDED
    }
    const lines = { storeId, checkoutId: claimed.checkout_id, lineNos: claimed.line_nos }
    if (refusal === undefined) return refundLines(tx, lines)
    if (isFinished) {
      await restoreSoldCards(tx, lines)
      await releaseFromRefund(tx, lines)
      await recordRefusedRefund(tx, { ...lines, reason: refusal })
    }
    return NOTHING_REFUNDED
  })
  if (refusal !== undefined) throw new AppError('provider_refused', refusal)
  return refunded
}

async function claim(tx: Tx, { storeId, refundId }: RefundKey): Promise<ClaimedRefund | undefined> {
  const { rows } = await sql<ClaimedRefund>`
    update payment_refunds r set retry_at = now() + make_interval(secs => ${CLAIM_SECONDS})
    from payments p join checkouts c on c.store_id = p.store_id and c.id = p.checkout_id
    where r.store_id = ${storeId} and r.id = ${refundId} and r.state = 'requested' and r.retry_at <= now()
      and p.store_id = r.store_id and p.checkout_id = r.checkout_id and p.payment_ref is not null
    returning r.checkout_id, r.line_nos, r.amount_minor, p.provider, p.payment_ref, p.amount_minor as paid_minor, c.currency,
      p.returned_at is not null as is_return`.execute(tx)
  return rows[0]
}

/** Returns why the provider refused. Any other failure is thrown, and the refund stays requested and is retried. */
async function sendRefund(
  connections: ProviderConnections,
  { storeId, refundId }: RefundKey,
  refund: ClaimedRefund,
): Promise<string | undefined> {
  // Providers do not accept a refund of 0.
  if (refund.amount_minor === 0) return undefined
  const connection = await connections.require(storeId, refund.provider)
  try {
    const state = await connection.refund({
      refundId,
      paymentRef: refund.payment_ref,
      amountMinor: refund.amount_minor,
      currency: refund.currency,
      isFull: refund.amount_minor === refund.paid_minor,
    })
    return state === 'failed' ? `${refund.provider} reports that the refund failed` : undefined
  } catch (error) {
    if (error instanceof AppError && error.code === 'provider_refused') return error.message
    throw error
  }
}

/** False if another process has finished it. */
async function finish(tx: Tx, { storeId, refundId, error }: RefundKey & { error: string | null }): Promise<boolean> {
  const { rows } = await sql`
    update payment_refunds set state = ${error === null ? 'done' : 'failed'}, error = ${error}, finished_at = now(), retry_at = null
    where store_id = ${storeId} and id = ${refundId} and state = 'requested' returning 1 as one`.execute(tx)
  return rows.length > 0
}
