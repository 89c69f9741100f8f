import { sql } from 'kysely'
import { type Refunded, refundLines } from '../checkouts/reverse/refund.ts'
import { inStore, type Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type CheckoutId, newId, type RefundId, type StoreId } from '../ids.ts'
import type { ProviderConnections } from './connections/provider-connections.ts'
import type { ProviderName } from './provider.ts'
import type { PaymentParts } from './receive-callback.ts'

const NOTHING_TAKEN: Refunded = { lineNos: [], cancelledIds: [], deliveryIds: [] }

/** After this another process may try, if the one that asked has died. */
const PATIENCE_SECONDS = 60

type Requested = { refundId: RefundId; lineNos: number[]; amountMinor: number }

export type RefundedPayment = Refunded & Requested

type Wanted = {
  storeId: StoreId
  checkoutId: CheckoutId
  lineNos?: number[]
  /** Written down together with the wish. */
  alongside?: (tx: Tx) => Promise<void>
}

/**
 * Gives money back, whole or by line, and takes the goods back when the provider has agreed. The wish is written down
 * first and its id goes along, so dying anywhere on the way neither pays twice nor forgets.
 */
export async function refundPayment(parts: PaymentParts, wanted: Wanted): Promise<RefundedPayment> {
  // Before the wish is written down: a provider that is not connected would be asked some day, when nobody thinks of it.
  await parts.accounts.require(wanted.storeId, await providerOf(parts, wanted))
  const requested = await inStore(parts.db, wanted.storeId, async (tx) => {
    const wish = await request(tx, wanted)
    await wanted.alongside?.(tx)
    return wish
  })
  const taken = await carryOut(parts, { storeId: wanted.storeId, refundId: requested.refundId })
  return { ...requested, ...taken, lineNos: requested.lineNos }
}

async function providerOf({ db }: PaymentParts, { storeId, checkoutId }: Wanted): Promise<ProviderName> {
  const { rows } = await inStore(db, storeId, (tx) =>
    sql<{ provider: ProviderName }>`
      select provider from payments where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(tx),
  )
  if (!rows[0]) throw new AppError('not_found', 'No such payment')
  return rows[0].provider
}

/** Asks the provider for a refund that was written down, and ends it one way or the other. */
export async function carryOut(
  { db, accounts }: PaymentParts,
  { storeId, refundId }: { storeId: StoreId; refundId: RefundId },
): Promise<Refunded> {
  const wish = await inStore(db, storeId, (tx) => claim(tx, { storeId, refundId }))
  if (!wish) return NOTHING_TAKEN
  const refusal = await payBack(accounts, { storeId, refundId, wish })
  const taken = await inStore(db, storeId, async (tx) => {
    await finish(tx, { storeId, refundId, error: refusal ?? null })
    if (refusal !== undefined) return NOTHING_TAKEN
    return refundLines(tx, { storeId, checkoutId: wish.checkout_id, lineNos: wish.line_nos })
  })
  if (refusal !== undefined) throw new AppError('provider_refused', refusal)
  return taken
}

async function payBack(
  accounts: ProviderConnections,
  { storeId, refundId, wish }: { storeId: StoreId; refundId: RefundId; wish: Wish },
): Promise<string | undefined> {
  if (wish.amount_minor === 0) return undefined // what cost nothing
  const account = await accounts.require(storeId, wish.provider)
  const order = {
    refundId,
    paymentRef: wish.payment_ref,
    amountMinor: wish.amount_minor,
    currency: wish.currency,
    whole: wish.amount_minor === wish.paid_minor,
  }
  return account
    .refund(order)
    .then((state) => (state === 'failed' ? `${wish.provider} says that the refund failed` : undefined), refusalOf)
}

/** A refusal ends the wish; whatever else went wrong leaves it to be tried again. */
function refusalOf(error: unknown): string {
  if (error instanceof AppError && error.code === 'provider_refused') return error.message
  throw error
}

async function request(tx: Tx, { storeId, checkoutId, lineNos }: Wanted): Promise<Requested> {
  const { rows } = await sql<{ state: string; payment_ref: string | null }>`
    select c.state, p.payment_ref from checkouts c join payments p on p.store_id = c.store_id and p.checkout_id = c.id
    where c.store_id = ${storeId} and c.id = ${checkoutId}
    for no key update of c, p`.execute(tx)
  const [payment] = rows
  if (!payment) throw new AppError('not_found', 'No such payment')
  if (payment.state !== 'paid' || payment.payment_ref === null) {
    throw new AppError('not_refundable', `A checkout that is ${payment.state} cannot be refunded`)
  }
  const { rows: lines } = await sql<{ line_no: number; minor: number; asked: boolean }>`
    select l.line_no, l.price_minor * l.quantity as minor, l.refunded_at is not null or exists (
        select from payment_refunds r where r.store_id = l.store_id and r.checkout_id = l.checkout_id
          and r.state <> 'failed' and l.line_no = any(r.line_nos)) as asked
    from checkout_lines l where l.store_id = ${storeId} and l.checkout_id = ${checkoutId} order by l.line_no`.execute(
    tx,
  )
  for (const lineNo of lineNos ?? []) {
    if (!lines.some((line) => line.line_no === lineNo)) {
      throw new AppError('not_found', `This checkout has no line ${lineNo}; its lines are 1 to ${lines.length}`)
    }
  }
  const due = lines.filter((line) => !line.asked && (lineNos === undefined || lineNos.includes(line.line_no)))
  if (due.length === 0) throw new AppError('not_refundable', 'These lines are refunded already, or just being refunded')
  const refundId = newId<RefundId>()
  const amountMinor = due.reduce((sum, line) => sum + line.minor, 0)
  const dueNos = due.map((line) => line.line_no)
  await sql`
    insert into payment_refunds (store_id, id, checkout_id, line_nos, amount_minor, state, retry_at)
    values (${storeId}, ${refundId}, ${checkoutId}, ${dueNos}, ${amountMinor}, 'requested', now())`.execute(tx)
  return { refundId, lineNos: dueNos, amountMinor }
}

type Wish = {
  checkout_id: CheckoutId
  line_nos: number[]
  amount_minor: number
  provider: ProviderName
  payment_ref: string
  paid_minor: number
  currency: string
}

async function claim(
  tx: Tx,
  { storeId, refundId }: { storeId: StoreId; refundId: RefundId },
): Promise<Wish | undefined> {
  // mutant harmless: the refund was created just before, in this store
  const { rows } = await sql<Wish>`
    update payment_refunds r set retry_at = now() + make_interval(secs => ${PATIENCE_SECONDS})
    from payments p join checkouts c on c.store_id = p.store_id and c.id = p.checkout_id
    where r.store_id = ${storeId} and r.id = ${refundId} and r.state = 'requested' and r.retry_at <= now()
      and p.store_id = r.store_id and p.checkout_id = r.checkout_id and p.payment_ref is not null
    returning r.checkout_id, r.line_nos, r.amount_minor, p.provider, p.payment_ref, p.amount_minor as paid_minor, c.currency`.execute(
    tx,
  )
  return rows[0]
}

async function finish(
  tx: Tx,
  { storeId, refundId, error }: { storeId: StoreId; refundId: RefundId; error: string | null },
): Promise<void> {
  // mutant harmless: the refund was created just before, in this store
  await sql`
    update payment_refunds set state = ${error === null ? 'done' : 'failed'}, error = ${error}, finished_at = now(), retry_at = null
    where store_id = ${storeId} and id = ${refundId} and state = 'requested'`.execute(tx)
}
