import { randomBytes } from 'node:crypto'
import { parsePrice } from '../../../src/money.ts'
import type { FakeSubscriptions } from '../fake-provider.ts'
import {
  type MercadopagoRecords,
  type Payment,
  type Preference,
  Refusal,
  requireWholeUnits,
} from '../fake-mercadopago-records.ts'

type Recurring = { frequency: number; frequency_type: string; transaction_amount: number; currency_id: string }
type PreapprovalRequest = {
  reason: string
  external_reference: string
  payer_email?: string
  auto_recurring: Recurring
  back_url: string
  status: string
}
type Preapproval = PreapprovalRequest & { id: string; init_point: string; page: Preference; invoices: Invoice[] }
/** What MercadoPago calls an authorized payment. */
type Invoice = { id: number; createdAt: Date; status: 'processed' | 'recycling'; payment: Payment }
type Request = { method: string; path: string; query: URLSearchParams; body: unknown }
type Parts = {
  records: MercadopagoRecords
  callbackUrl: () => string
  send: (type: string, id: string) => Promise<void>
  sendPayment: (payment: Payment) => Promise<void>
}

/** Subscriptions of the stand-in for MercadoPago. Each charge sends a callback about the charge and one about its payment. */
export function createMercadopagoSubscriptions({ records, callbackUrl, send, sendPayment }: Parts) {
  const all = new Map<string, Preapproval>()
  let lastInvoiceId = 7_010_000_000

  function of(id: string): Preapproval {
    const found = all.get(id)
    if (!found) throw new Refusal(404, 'The preapproval does not exist')
    return found
  }

  function create(request: PreapprovalRequest): Preapproval {
    const { auto_recurring: recurring } = request
    if (!request.payer_email?.includes('@')) throw new Refusal(400, 'payer_email is required')
    if (request.status !== 'pending') throw new Refusal(400, 'card_token_id is required')
    if (!['days', 'months'].includes(recurring.frequency_type)) throw new Refusal(400, 'frequency_type invalid')
    if (!URL.canParse(request.back_url)) throw new Refusal(400, 'Invalid value for back_url')
    requireWholeUnits(recurring.transaction_amount, recurring.currency_id)
    const id = randomBytes(16).toString('hex')
    const init_point = `https://www.mercadopago.com.br/subscriptions/checkout?preapproval_id=${id}`
    const item = {
      title: request.reason,
      quantity: 1,
      unit_price: recurring.transaction_amount,
      currency_id: recurring.currency_id,
    }
    const page: Preference = {
      id,
      init_point,
      collector_id: 77120099,
      items: [item],
      external_reference: request.external_reference,
      notification_url: callbackUrl(),
    }
    const created = { ...request, id, init_point, page, invoices: [] }
    all.set(id, created)
    return created
  }

  const toWire = ({ page: _page, invoices: _invoices, ...preapproval }: Preapproval) => preapproval
  const invoiceToWire = (preapproval: Preapproval, { id, createdAt, status, payment }: Invoice) => ({
    id,
    type: 'scheduled',
    preapproval_id: preapproval.id,
    external_reference: preapproval.external_reference,
    date_created: createdAt.toISOString(),
    debit_date: createdAt.toISOString(),
    status,
    currency_id: preapproval.auto_recurring.currency_id,
    transaction_amount: preapproval.auto_recurring.transaction_amount,
    payment: { id: payment.id, status: payment.status, status_detail: payment.statusDetail },
  })
  const allInvoices = () =>
    [...all.values()].flatMap((preapproval) => preapproval.invoices.map((invoice) => ({ preapproval, invoice })))

  function searchInvoices(query: URLSearchParams): object {
    const found = allInvoices().filter(({ preapproval, invoice }) =>
      query.has('payment_id')
        ? String(invoice.payment.id) === query.get('payment_id')
        : preapproval.id === query.get('preapproval_id'),
    )
    const results = found.map(({ preapproval, invoice }) => invoiceToWire(preapproval, invoice))
    return { paging: { total: results.length, limit: 100, offset: 0 }, results }
  }

  function update(
    preapproval: Preapproval,
    { status, auto_recurring: change }: { status?: string; auto_recurring?: Partial<Recurring> },
  ): object {
    if (preapproval.status === 'cancelled') throw new Refusal(400, 'You can not modify a cancelled preapproval.')
    if (change?.transaction_amount !== undefined) {
      requireWholeUnits(change.transaction_amount, preapproval.auto_recurring.currency_id)
      preapproval.auto_recurring.transaction_amount = change.transaction_amount
      for (const item of preapproval.page.items) item.unit_price = change.transaction_amount
      return toWire(preapproval)
    }
    if (status !== 'cancelled') throw new Refusal(400, 'Invalid status')
    void cancel(preapproval)
    return toWire(preapproval)
  }

  function answer({ method, path, query, body }: Request): [status: number, body: object] | undefined {
    const [, resource, id = ''] = /^\/(preapproval|authorized_payments)\/?(\w*)$/.exec(path) ?? []
    switch (`${method} ${resource} ${id === '' || id === 'search' ? id : ':id'}`) {
      case 'POST preapproval ':
        return [201, toWire(create(body as PreapprovalRequest))]
      case 'GET preapproval search': {
        const found = [...all.values()].filter((each) => each.payer_email === query.get('payer_email'))
        return [200, { paging: { total: found.length }, results: found.map(toWire) }]
      }
      case 'GET preapproval :id':
        return [200, toWire(of(id))]
      case 'PUT preapproval :id':
        return [200, update(of(id), body as { status?: string })]
      case 'GET authorized_payments search':
        return [200, searchInvoices(query)]
      case 'GET authorized_payments :id': {
        const found = allInvoices().find(({ invoice }) => String(invoice.id) === id)
        if (!found) throw new Refusal(404, 'Not found')
        return [200, invoiceToWire(found.preapproval, found.invoice)]
      }
      default:
        return undefined
    }
  }

  async function cancel(preapproval: Preapproval): Promise<void> {
    preapproval.status = 'cancelled'
    await send('subscription_preapproval', preapproval.id)
  }

  async function charge(preapproval: Preapproval, outcome: 'paid' | 'failed'): Promise<void> {
    const payment = records.startPayment(preapproval.page)
    payment.status = outcome === 'paid' ? 'approved' : 'rejected'
    payment.statusDetail = outcome === 'paid' ? 'accredited' : 'cc_rejected_insufficient_amount'
    if (outcome === 'paid') payment.approvedAt = records.nextTime()
    const status = outcome === 'paid' ? 'processed' : 'recycling'
    const retried = preapproval.invoices.find((invoice) => invoice.status === 'recycling')
    const invoice = retried ?? { id: ++lastInvoiceId, createdAt: new Date(), status, payment }
    Object.assign(invoice, { status, payment })
    if (!retried) preapproval.invoices.push(invoice)
    await sendPayment(payment)
    await send('subscription_authorized_payment', String(invoice.id))
  }

  function newest(pageRef: string): Payment {
    const invoice = of(pageRef).invoices.findLast(({ status }) => status === 'processed')
    if (!invoice) throw new Error('nothing was paid')
    return invoice.payment
  }

  return {
    answer,
    has: (pageRef: string) => all.has(pageRef),
    /** The buyer confirms on the page, and MercadoPago charges the first period. */
    async start(pageRef: string): Promise<void> {
      const preapproval = of(pageRef)
      if (preapproval.status !== 'pending') throw new Error(`It is ${preapproval.status}`)
      preapproval.status = 'authorized'
      await send('subscription_preapproval', preapproval.id)
      await charge(preapproval, 'paid')
    },
    async charge(pageRef, outcome = 'paid') {
      if (of(pageRef).status === 'authorized') await charge(of(pageRef), outcome)
    },
    async refundNewest(pageRef) {
      records.refund(newest(pageRef))
      await sendPayment(newest(pageRef))
    },
    async disputeNewest(pageRef) {
      Object.assign(newest(pageRef), { status: 'charged_back', statusDetail: 'in_process' })
      await sendPayment(newest(pageRef))
    },
    cancel: (pageRef) => cancel(of(pageRef)),
    stateOf(pageRef) {
      const { status, invoices, auto_recurring: recurring } = of(pageRef)
      const { frequency, frequency_type: unit, transaction_amount: amount, currency_id: currency } = recurring
      const paid = invoices.filter((invoice) => invoice.status === 'processed')
      const [, ...renewals] = paid
      if (renewals.some(({ payment }) => payment.amountMinor !== parsePrice(String(amount), currency)))
        throw new Error('a charge has another amount than the subscription')
      const refundedMinor = paid.reduce((sum, { payment }) => sum + payment.refundedMinor, 0)
      return { isRunning: status === 'authorized', paid: paid.length, refundedMinor, period: `${frequency} ${unit}` }
    },
  } satisfies FakeSubscriptions & { answer: unknown; start: unknown; has: unknown }
}
