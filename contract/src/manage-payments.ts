import { Type } from 'typebox'
import { component, enumOf, idOf, listOf, nullable, object, PAGE_QUERY, pageOf, Timestamp } from './manage.ts'

/** Not an enum: a new provider must not break clients. */
export const ProviderName = Type.String({ description: 'The name of a payment provider.', examples: ['stripe'] })

const PaymentProvider = component('PaymentProvider', {
  name: ProviderName,
  isConnected: Type.Boolean(),
  connectedAt: nullable(Timestamp),
  mode: nullable(
    enumOf(['live', 'test'], {
      description:
        'Whether the credentials move real money. Null if the provider is not connected, or was connected before this was checked.',
    }),
  ),
  fields: Type.Array(
    object({
      name: Type.String({ examples: ['secretKey'] }),
      description: Type.String({ description: 'The meaning of the credential, and where to find it.' }),
      isOptional: Type.Boolean({ description: 'Without it, the webhook is created at the provider.' }),
    }),
    { description: 'The credentials that are needed to connect. They are never returned.' },
  ),
  callbackUrl: Type.String({
    description: 'The URL that the provider has to call about payments, refunds and disputes.',
  }),
})
export const PaymentProviderList = listOf('PaymentProviderList', PaymentProvider)
export const ConnectPaymentProviderBody = object({
  credentials: Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 5_000 }), {
    maxProperties: 20,
    description: "The values of the provider's `fields`, by name.",
  }),
})

const ParkedPayment = component('ParkedPayment', {
  id: idOf('prk'),
  provider: ProviderName,
  reason: Type.String({ description: 'Why the payment fits no checkout.', examples: ['amount_mismatch'] }),
  providerPaymentId: Type.String({ description: "The provider's id of the payment." }),
  checkoutId: nullable(idOf('chk')),
  amountMinor: nullable(Type.Integer({ description: 'The amount that was paid, in minor units of the currency.' })),
  currency: nullable(Type.String()),
  parkedAt: Timestamp,
  resolutionNote: nullable(Type.String({ description: 'Null until the payment is resolved.' })),
})
export const ParkedPaymentPage = pageOf('ParkedPaymentPage', ParkedPayment)
export const ListParkedPaymentsQuery = object({
  ...PAGE_QUERY,
  includeResolved: Type.Optional(Type.Boolean({ description: 'Also list resolved payments. Default: false.' })),
})
export const ResolveParkedPaymentBody = object({
  note: Type.String({
    minLength: 1,
    maxLength: 500,
    examples: ['refunded at Stripe'],
    description: 'How you resolved the payment.',
  }),
})
