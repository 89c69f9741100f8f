import type { BillingPeriod } from '../billing-period.ts'
import type { VariantId } from '../../ids.ts'
import type { Translations } from '../../locales.ts'

/** A form of a product with a price and a duration of its own, such as 30 or 90 days. All of them give the same entitlement. */
export type Variant = {
  id: VariantId
  name: string
  priceMinor: number
  /** Null means for ever. */
  durationSeconds: number | null
  /** If it is sold as a subscription. */
  billingPeriod: BillingPeriod | null
  translations: Translations<{ name: string }>
}
