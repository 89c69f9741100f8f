import type { BillingPeriod } from '../../catalog/billing-period.ts'
import { AppError } from '../../errors.ts'
import { formatId } from '../../ids.ts'
import { chargeTime } from '../subscriptions/charge-time.ts'
import type {
  PaymentPage,
  PaymentPageRequest,
  ProviderSubscriptions,
  SubscriptionRefs,
  SubscriptionReport,
} from '../provider.ts'
import { NO_FACTS } from '../provider.ts'
import { toMercadopagoAmount } from './mercadopago-amount.ts'
import type {
  MercadopagoApi,
  MercadopagoInvoice,
  MercadopagoPayment,
  MercadopagoPreapproval,
} from './mercadopago-api.ts'
import { mercadopagoFacts, wasApproved } from './mercadopago-facts.ts'

const FREQUENCIES: Record<BillingPeriod, { frequency: number; frequency_type: 'days' | 'months' }> = {
  P1W: { frequency: 7, frequency_type: 'days' },
  P1M: { frequency: 1, frequency_type: 'months' },
  P3M: { frequency: 3, frequency_type: 'months' },
  P1Y: { frequency: 12, frequency_type: 'months' },
}
const MAX_REASON_LENGTH = 250

/** MercadoPago calls a subscription a preapproval. Its id is also that of the page. */
export async function openMercadopagoSubscription(
  api: MercadopagoApi,
  request: PaymentPageRequest,
  billingPeriod: BillingPeriod,
): Promise<PaymentPage> {
  const { currency, totalMinor, lines, storeName, buyerEmail } = request
  const amount = toMercadopagoAmount(totalMinor, currency)
  if (amount === undefined)
    throw new AppError('not_payable', `MercadoPago cannot charge ${totalMinor} minor units of ${currency}`)
  if (buyerEmail === null)
    throw new AppError(
      'not_payable',
      'MercadoPago needs the e-mail address of the buyer for a subscription. Enter it, or choose another way to pay.',
      { field: 'body/email' },
    )
  const reference = formatId('chk', request.checkoutId)
  // There are no idempotency keys for preapprovals, so an existing one is searched first.
  const page =
    (await api.findPreapprovalByReference(reference, buyerEmail)) ??
    (await api.createPreapproval({
      reason: [...(lines[0]?.name ?? storeName)].slice(0, MAX_REASON_LENGTH).join(''),
      external_reference: reference,
      payer_email: buyerEmail,
      auto_recurring: { ...FREQUENCIES[billingPeriod], transaction_amount: amount, currency_id: currency },
      back_url: request.returnUrl,
      status: 'pending',
    }))
  if (!page.init_point) throw new AppError('provider_refused', 'MercadoPago returned a subscription without a page')
  return { pageRef: page.id, pageUrl: page.init_point, mode: null }
}

/** One that the buyer has confirmed is not cancelled here, because its first period may be paid. */
export async function closeMercadopagoSubscription(api: MercadopagoApi, id: string): Promise<boolean> {
  const status = async () => (await api.findPreapproval(id))?.status
  if ((await status()) === 'pending') await api.cancelPreapproval(id)
  return (await status()) === 'cancelled'
}

export function mercadopagoSubscriptions(api: MercadopagoApi): ProviderSubscriptions {
  return {
    query: (refs) => query(api, refs),
    // A preapproval has one amount, so it is raised after its first charge.
    async setAmount(ref, { amountMinor, currency }) {
      const amount = toMercadopagoAmount(amountMinor, currency)
      if (amount === undefined)
        throw new AppError('provider_refused', `MercadoPago cannot charge ${amountMinor} minor units of ${currency}`)
      await api.setPreapprovalAmount(ref, { amount, currency })
    },
    async stop(ref) {
      try {
        await api.cancelPreapproval(ref)
      } catch (error) {
        // MercadoPago refuses to change a cancelled one.
        if (!(error instanceof AppError) || error.code !== 'provider_refused') throw error
        if ((await api.findPreapproval(ref))?.status !== 'cancelled') throw error
      }
    },
  }
}

async function query(
  api: MercadopagoApi,
  { subscriptionRef, pageRef, paymentRef }: SubscriptionRefs,
): Promise<SubscriptionReport | undefined> {
  const ref = subscriptionRef ?? pageRef ?? (await findOfPayment(api, paymentRef))
  const preapproval = ref === undefined ? undefined : await api.findPreapproval(ref)
  // The buyer has not confirmed it, or other software has created it.
  if (!preapproval?.external_reference || preapproval.status === 'pending') return undefined
  const invoices = await api.findInvoices({ preapproval_id: preapproval.id })
  const payments = await findPayments(api, preapproval.external_reference, invoices)
  const charges = invoices.map((invoice) => ({ invoice, payment: payments.get(String(invoice.payment?.id)) }))
  const paidAt = charges.flatMap(({ invoice, payment }) => (payment && wasApproved(payment) ? [timeOf(invoice)] : []))
  const startedAt = paidAt.length === 0 ? null : new Date(Math.min(...paidAt.map(Number)))
  return {
    storeId: null,
    checkoutId: preapproval.external_reference,
    mode: [...payments.values()].some(({ live_mode: isLive }) => !isLive) ? 'test' : null,
    subscriptionRef: preapproval.id,
    startedAt,
    stopped: preapproval.status === 'cancelled' || preapproval.status === 'finished',
    invoices: charges.map((charge) => readCharge(charge, startedAt, preapproval)),
  }
}

async function findOfPayment(api: MercadopagoApi, paymentRef: string | undefined): Promise<string | undefined> {
  if (paymentRef === undefined || !/^\d{1,15}$/.test(paymentRef)) return undefined
  const [invoice] = await api.findInvoices({ payment_id: Number(paymentRef) })
  return invoice?.preapproval_id
}

/** One search finds most payments. It is delayed, so the others are read directly. */
async function findPayments(
  api: MercadopagoApi,
  reference: string,
  invoices: MercadopagoInvoice[],
): Promise<Map<string, MercadopagoPayment>> {
  const wanted = invoices.flatMap(({ payment }) => (payment?.id === undefined ? [] : [String(payment.id)]))
  const found = new Map((await api.findPaymentsByReference(reference)).map((each) => [String(each.id), each]))
  for (const [index, id] of wanted.entries()) {
    // The newest one may have been refunded since the search was updated.
    if (found.has(id) && index > 0) continue
    const payment = await api.findPayment(id)
    if (payment) found.set(id, payment)
  }
  return new Map(wanted.flatMap((id) => found.get(id) ?? []).map((each) => [String(each.id), each]))
}

function readCharge(
  { invoice, payment }: { invoice: MercadopagoInvoice; payment: MercadopagoPayment | undefined },
  startedAt: Date | null,
  { auto_recurring: { frequency_type: unit } }: MercadopagoPreapproval,
): SubscriptionReport['invoices'][number] {
  const time = timeOf(invoice)
  const chargedAt = startedAt ? chargeTime(time, { startedAt, isWeekly: unit === 'days' }) : time
  if (payment && wasApproved(payment))
    return { chargedAt, failed: false, facts: mercadopagoFacts(payment, { closed: false }) }
  const failed = invoice.status === 'recycling' || payment?.status === 'rejected' || payment?.status === 'cancelled'
  return { chargedAt, failed, facts: NO_FACTS }
}

/** The day on which MercadoPago wants to charge; attempts can come later. */
function timeOf({ debit_date: debitDate, date_created: createdAt }: MercadopagoInvoice): Date {
  return new Date(Date.parse(debitDate ?? '') || Date.parse(createdAt))
}
