import { Chargeback, Payment, PaymentRefund, Preference } from 'mercadopago'
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

const PaymentsFound = Type.Object({
  paging: Type.Object({ total: Type.Integer() }),
  results: Type.Array(MercadopagoPayment),
})
const PreferencesFound = Type.Object({
  elements: optional(Type.Array(Type.Object({ id: Type.String(), external_reference: optional(Type.String()) }))),
})

const ChargebackFound = Type.Object({ payments: optional(Type.Array(Type.Unknown())) })

type PreferenceRequest = Parameters<Preference['create']>[0]['body']
type Refund = { paymentRef: string; amount: number | undefined; idempotencyKey: string }

export type MercadopagoApi = {
  createPreference: (body: PreferenceRequest, idempotencyKey: string) => Promise<MercadopagoPreference>
  findPreference: (pageRef: string) => Promise<MercadopagoPreference | undefined>
  /** The page that was made for a reference before. */
  preferenceOf: (reference: string) => Promise<MercadopagoPreference | undefined>
  findPayment: (paymentRef: string) => Promise<MercadopagoPayment | undefined>
  /** Every attempt to pay for a reference, oldest first. */
  paymentsOf: (reference: string) => Promise<MercadopagoPayment[]>
  /** The payments that a chargeback is about. */
  paymentsOfChargeback: (chargebackId: string) => Promise<string[]>
  /** The status of the refund. */
  refund: (refund: Refund) => Promise<string>
}

const PAGE = 100
// So many attempts are somebody trying out stolen cards; what was paid is among the first ones or told by its own notice.
const MOST_ATTEMPTS = 1000

/** The calls we make, with what comes back checked: the package's types are a wish, not a promise. */
export function createMercadopagoApi(access: MercadopagoAccess): MercadopagoApi {
  const { call, lookUp } = createMercadopagoCall(access)
  const api: MercadopagoApi = {
    async createPreference(body, idempotencyKey) {
      const answer = await call('open a page', (config) => new Preference(config).create({ body }), idempotencyKey)
      return checked(MercadopagoPreference, answer)
    },
    async findPreference(pageRef) {
      const answer = await lookUp('look up a page', (config) => new Preference(config).get({ preferenceId: pageRef }))
      return answer && checked(MercadopagoPreference, answer)
    },
    async preferenceOf(reference) {
      const options = { external_reference: reference }
      const answer = await call('look for a page', (config) => new Preference(config).search({ options }))
      const found = checked(PreferencesFound, answer).elements?.find((page) => page.external_reference === reference)
      return found && api.findPreference(found.id)
    },
    async findPayment(paymentRef) {
      const answer = await lookUp('look up a payment', (config) => new Payment(config).get({ id: paymentRef }))
      return answer && checked(MercadopagoPayment, answer)
    },
    async paymentsOf(reference) {
      const payments: MercadopagoPayment[] = []
      for (let offset = 0; offset < MOST_ATTEMPTS; offset += PAGE) {
        const options = {
          external_reference: reference,
          sort: 'date_created',
          criteria: 'asc',
          limit: PAGE,
          offset,
        } as const
        const answer = await call('look for payments', (config) => new Payment(config).search({ options }))
        const { results, paging } = checked(PaymentsFound, answer)
        payments.push(...results.filter((payment) => payment.external_reference === reference))
        if (offset + PAGE >= paging.total) break
      }
      return payments
    },
    async paymentsOfChargeback(chargebackId) {
      const answer = await lookUp('look up a chargeback', (config) => new Chargeback(config).get({ id: chargebackId }))
      // The package's type knows `payment_id`; MercadoPago's own reference has a list.
      const { payments } = answer ? checked(ChargebackFound, answer) : { payments: [] }
      return payments?.filter((id) => Value.Check(Reference, id)).map(String) ?? []
    },
    async refund({ paymentRef, amount, idempotencyKey }) {
      const answer = await call(
        'give money back',
        (config) => {
          const refunds = new PaymentRefund(config)
          if (amount === undefined) return refunds.total({ payment_id: paymentRef })
          return refunds.create({ payment_id: paymentRef, body: { amount } })
        },
        idempotencyKey,
      )
      return checked(Type.Object({ status: Type.String() }), answer).status
    },
  }
  return api
}

function checked<T extends TSchema>(schema: T, answer: unknown): Static<T> {
  if (Value.Check(schema, answer)) return answer
  const [fault] = Value.Errors(schema, answer)
  throw new AppError(
    'provider_unavailable',
    `MercadoPago's answer cannot be read: ${fault?.instancePath} ${fault?.message}`,
  )
}
