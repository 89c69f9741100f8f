import { Type } from 'typebox'
import { enumOf, idOf, nullable, object } from '../manage.ts'
import { translationsOf } from './pages.ts'

const VariantName = Type.String({ minLength: 1, maxLength: 100, examples: ['30 days'] })
export const PriceMinor = Type.Integer({
  minimum: 0,
  maximum: 1_000_000_000_000,
  examples: [1990],
  description: "In minor units of the store's currency.",
})
export const DurationSeconds = Type.Union([Type.Integer({ minimum: 1, maximum: 3_153_600_000 }), Type.Null()], {
  description: 'How long the player owns the product. Null: for ever.',
})
export const BillingPeriod = enumOf(['P1W', 'P1M', 'P3M', 'P1Y'], {
  description:
    'How often a subscription is paid: weekly, monthly, every three months or yearly. Months count from the day of the first payment; shorter months end earlier.',
})
const FIELDS = { name: VariantName, priceMinor: PriceMinor, durationSeconds: DurationSeconds }
const Translations = translationsOf({ name: Type.Optional(VariantName) })

export const Variants = Type.Array(
  object({ id: idOf('var'), ...FIELDS, billingPeriod: nullable(BillingPeriod), translations: Translations }),
  {
    description:
      'Forms of the product with a price and a duration of their own, in order. If there are any, a sale names one of them, and the price and duration of the product are not used. All variants give the same entitlement.',
  },
)
export const VariantsBody = Type.Array(
  object({
    id: Type.Optional(idOf('var')),
    ...FIELDS,
    billingPeriod: Type.Optional(nullable(BillingPeriod)),
    translations: Type.Optional(Translations),
  }),
  {
    maxItems: 20,
    description:
      'Replaces all variants, in this order. Send the `id` of a variant to keep it; variants that are absent are no longer sold.',
  },
)
