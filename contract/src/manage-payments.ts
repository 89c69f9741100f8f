import { Type } from 'typebox'
import { idOf, Moment, oneOf, orNull, PAGE_QUERY, pageOf, part, thing } from './manage.ts'

const ProviderName = oneOf('sandbox', 'stripe', 'mercadopago', 'paypal')

export const PaymentProvider = thing('PaymentProvider', {
  name: ProviderName,
  connected: Type.Boolean(),
  connectedAt: orNull(Moment),
  fields: Type.Array(part({ name: Type.String({ examples: ['secretKey'] }), hint: Type.String() }), {
    description: 'What it takes to connect. Nothing of it is ever shown again',
  }),
  callbackUrl: Type.String({ description: 'What the provider has to call about payments, refunds and disputes' }),
})
export const PaymentProviderPage = pageOf('PaymentProviderPage', 'PaymentProvider')
export const CredentialsBody = part({
  credentials: Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 5_000 }), {
    maxProperties: 20,
    description: "By the names of the provider's `fields`",
  }),
})

export const ParkedPayment = thing('ParkedPayment', {
  id: idOf('prk'),
  provider: ProviderName,
  reason: Type.String({ description: 'Why it fits no checkout', examples: ['amount_mismatch'] }),
  providerReference: Type.String({ description: "The provider's id of the payment" }),
  checkoutId: orNull(idOf('chk')),
  amountMinor: orNull(Type.Integer({ description: 'What was paid' })),
  currency: orNull(Type.String()),
  parkedAt: Moment,
  resolutionNote: orNull(Type.String({ description: 'Null: nobody has dealt with it yet' })),
})
export const ParkedPaymentPage = pageOf('ParkedPaymentPage', 'ParkedPayment')
export const PARKED_QUERY = part({
  ...PAGE_QUERY,
  includeResolved: Type.Optional(Type.Boolean({ description: 'List resolved payments too' })),
})
export const ResolveParkedBody = part({
  note: Type.String({ minLength: 1, maxLength: 500, examples: ['refunded at Stripe'], description: 'What you did' }),
})
