import { Chargeback, Invoice, Payment, PaymentRefund, PreApproval, Preference, User } from 'mercadopago'
import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { AppError } from '../../errors.ts'
import { createMercadopagoCall, type MercadopagoAccess } from './mercadopago-request.ts'

const optional = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const Reference = Type.Union([Type.Integer(), Type.String()])

const MercadopagoPayment = Type.Object({
  id: Reference,
  status: Type.String(),
  status_detail: optional(Type.String()),
  date_approved: optional(Type.String()),
  currency_id: Type.String(),
  transaction_amount: Type.Number(),
  transaction_amount_refunded: optional(Type.Number()),
  external_reference: optional(Type.String()),
  metadata: optional(Type.Object({ store_id: Type.Optional(Type.Unknown()) })),
  live_mode: Type.Boolean(),
})
export type MercadopagoPayment = Static<typeof MercadopagoPayment>

const MercadopagoPreference = Type.Object({
  id: Type.String({ minLength: 1 }),
  init_point: Type.String({ pattern: '^https?://' }),
  expires: optional(Type.Boolean()),
  expiration_date_to: optional(Type.String()),
  external_reference: optional(Type.String()),
  metadata: optional(Type.Object({ store_id: Type.Optional(Type.Unknown()) })),
})
export type MercadopagoPreference = Static<typeof MercadopagoPreference>

const MercadopagoPreapproval = Type.Object({
  id: Type.String({ minLength: 1 }),
  status: Type.String(),
  init_point: optional(Type.String({ pattern: '^https?://' })),
  external_reference: optional(Type.String()),
  auto_recurring: Type.Object({ frequency_type: Type.String() }),
})
export type MercadopagoPreapproval = Static<typeof MercadopagoPreapproval>

/** The charge for one period of a preapproval, which MercadoPago also calls an authorized payment. */
const MercadopagoInvoice = Type.Object({
  id: Reference,
  preapproval_id: Type.String({ minLength: 1 }),
  status: Type.String(),
  date_created: Type.String(),
  debit_date: optional(Type.String()),
  payment: optional(Type.Object({ id: Type.Optional(Reference) })),
})
export type MercadopagoInvoice = Static<typeof MercadopagoInvoice>

const PreapprovalsFound = Type.Object({
  results: Type.Array(Type.Object({ id: Type.String(), external_reference: optional(Reference) })),
})
const InvoicesFound = Type.Object({ results: Type.Array(MercadopagoInvoice) })

const PaymentsFound = Type.Object({
  paging: Type.Object({ total: Type.Integer() }),
  results: Type.Array(MercadopagoPayment),
})
const PreferencesFound = Type.Object({
  elements: optional(Type.Array(Type.Object({ id: Type.String(), external_reference: optional(Type.String()) }))),
})

const ChargebackFound = Type.Object({ payments: optional(Type.Array(Type.Unknown())) })

const Account = Type.Object({ id: Reference, tags: optional(Type.Array(Type.Unknown())) })

type PreapprovalRequest = Parameters<PreApproval['create']>[0]['body']
type PreferenceRequest = Parameters<Preference['create']>[0]['body']
type Refund = { paymentRef: string; amount: number | undefined; idempotencyKey: string }

export type MercadopagoApi = {
  createPreference: (body: PreferenceRequest, idempotencyKey: string) => Promise<MercadopagoPreference>
  findPreference: (pageRef: string) => Promise<MercadopagoPreference | undefined>
  findPreferenceByReference: (reference: string) => Promise<MercadopagoPreference | undefined>
  /** The page can't be paid after this time. */
  expirePreference: (pageRef: string, at: Date) => Promise<void>
  /** Returns its status. */
  cancelPayment: (paymentRef: string) => Promise<string>
  findPayment: (paymentRef: string) => Promise<MercadopagoPayment | undefined>
  /** All attempts to pay, oldest first. */
  findPaymentsByReference: (reference: string) => Promise<MercadopagoPayment[]>
  findPaymentsOfChargeback: (chargebackId: string) => Promise<string[]>
  createPreapproval: (body: PreapprovalRequest) => Promise<MercadopagoPreapproval>
  findPreapproval: (id: string) => Promise<MercadopagoPreapproval | undefined>
  findPreapprovalByReference: (reference: string, payerEmail: string) => Promise<MercadopagoPreapproval | undefined>
  cancelPreapproval: (id: string) => Promise<void>
  setPreapprovalAmount: (id: string, price: { amount: number; currency: string }) => Promise<void>
  findInvoice: (id: string) => Promise<MercadopagoInvoice | undefined>
  /** The newest first. */
  findInvoices: (filter: { preapproval_id: string } | { payment_id: number }) => Promise<MercadopagoInvoice[]>
  /** The tags of the account, such as `test_user`. */
  findAccountTags: () => Promise<unknown[]>
  /** Returns the status of the refund. */
  refund: (refund: Refund) => Promise<string>
}

const PAGE_SIZE = 100
// More attempts are probably card testing. A payment that succeeds later is reported by its own callback.
const MAX_ATTEMPTS = 1000

/** Checks every answer, because the types of the package do not always match the API. */
export function createMercadopagoApi(access: MercadopagoAccess): MercadopagoApi {
  const { call, find } = createMercadopagoCall(access)
  const api: MercadopagoApi = {
    async createPreference(body, idempotencyKey) {
      const answer = await call(
        'create a payment page',
        (config) => new Preference(config).create({ body }),
        idempotencyKey,
      )
      return requireShape(MercadopagoPreference, answer)
    },
    async findPreference(pageRef) {
      const answer = await find('read a payment page', (config) =>
        new Preference(config).get({ preferenceId: pageRef }),
      )
      return answer && requireShape(MercadopagoPreference, answer)
    },
    async findPreferenceByReference(reference) {
      const options = { external_reference: reference }
      const answer = await call('search for a payment page', (config) => new Preference(config).search({ options }))
      const found = requireShape(PreferencesFound, answer).elements?.find(
        (page) => page.external_reference === reference,
      )
      return found && api.findPreference(found.id)
    },
    async expirePreference(pageRef, at) {
      // The type of the package wants the items, which the API keeps if they are left out.
      const expiry = { expires: true, expiration_date_to: at.toISOString() } as PreferenceRequest
      await call('close a payment page', (config) =>
        new Preference(config).update({ id: pageRef, updatePreferenceRequest: expiry }),
      )
    },
    async cancelPayment(paymentRef) {
      const answer = await call('cancel a payment', (config) => new Payment(config).cancel({ id: paymentRef }))
      return requireShape(MercadopagoPayment, answer).status
    },
    async findPayment(paymentRef) {
      const answer = await find('read a payment', (config) => new Payment(config).get({ id: paymentRef }))
      return answer && requireShape(MercadopagoPayment, answer)
    },
    async findPaymentsByReference(reference) {
      const payments: MercadopagoPayment[] = []
      for (let offset = 0; offset < MAX_ATTEMPTS; offset += PAGE_SIZE) {
        const options = {
          external_reference: reference,
          sort: 'date_created',
          criteria: 'asc',
          limit: PAGE_SIZE,
          offset,
        } as const
        const answer = await call('search for payments', (config) => new Payment(config).search({ options }))
        const { results, paging } = requireShape(PaymentsFound, answer)
        payments.push(...results.filter((payment) => payment.external_reference === reference))
        if (offset + PAGE_SIZE >= paging.total) break
      }
      return payments
    },
    async findPaymentsOfChargeback(chargebackId) {
      const answer = await find('read a chargeback', (config) => new Chargeback(config).get({ id: chargebackId }))
      // The types of the package have `payment_id`, but the API returns a list.
      const { payments } = answer ? requireShape(ChargebackFound, answer) : { payments: [] }
      return payments?.filter((id) => Value.Check(Reference, id)).map(String) ?? []
    },
    async createPreapproval(body) {
      const answer = await call('create a subscription', (config) => new PreApproval(config).create({ body }))
      return requireShape(MercadopagoPreapproval, answer)
    },
    async findPreapproval(id) {
      const answer = await find('read a subscription', (config) => new PreApproval(config).get({ id }))
      return answer && requireShape(MercadopagoPreapproval, answer)
    },
    async findPreapprovalByReference(reference, payerEmail) {
      const options = { payer_email: payerEmail, limit: PAGE_SIZE, offset: 0 }
      const answer = await call('search for a subscription', (config) => new PreApproval(config).search({ options }))
      const found = requireShape(PreapprovalsFound, answer).results.find(
        (each) => each.external_reference === reference,
      )
      return found && api.findPreapproval(found.id)
    },
    async cancelPreapproval(id) {
      const body = { status: 'cancelled' }
      await call('cancel a subscription', (config) => new PreApproval(config).update({ id, body }))
    },
    async setPreapprovalAmount(id, { amount, currency }) {
      const body = { auto_recurring: { transaction_amount: amount, currency_id: currency } }
      await call('change a subscription', (config) => new PreApproval(config).update({ id, body }))
    },
    async findInvoice(id) {
      const answer = await find('read a charge', (config) => new Invoice(config).get({ id }))
      return answer && requireShape(MercadopagoInvoice, answer)
    },
    async findInvoices(filter) {
      const options = { ...filter, limit: PAGE_SIZE, offset: 0 }
      const answer = await call('search for charges', (config) => new Invoice(config).search({ options }))
      const { results } = requireShape(InvoicesFound, answer)
      return results.sort((a, b) => Date.parse(b.date_created) - Date.parse(a.date_created))
    },
    async findAccountTags() {
      const answer = await call('read its account', (config) => new User(config).get())
      return requireShape(Account, answer).tags ?? []
    },
    async refund({ paymentRef, amount, idempotencyKey }) {
      const answer = await call(
        'refund a payment',
        (config) => {
          const refunds = new PaymentRefund(config)
          if (amount === undefined) return refunds.total({ payment_id: paymentRef })
          return refunds.create({ payment_id: paymentRef, body: { amount } })
        },
        idempotencyKey,
      )
      return requireShape(Type.Object({ status: Type.String() }), answer).status
    },
  }
  return api
}

function requireShape<T extends TSchema>(schema: T, answer: unknown): Static<T> {
  if (Value.Check(schema, answer)) return answer
  const [fault] = Value.Errors(schema, answer)
  throw new AppError(
    'provider_unavailable',
    `The answer of MercadoPago is malformed: ${fault?.instancePath} ${fault?.message}`,
  )
}
