import type { BillingPeriod } from '../../catalog/billing-period.ts'
import type { TierRefusal } from '../../checkouts/buy/price-items.ts'
import type { PricedLine } from '../../pricing/basket.ts'

/** Why a line cannot be bought as it is. */
export type LineProblem = 'unavailable' | 'sold_out' | 'too_few_left' | 'limit' | TierRefusal

/** Why a subscription cannot be bought as it is. */
export type SubscriptionProblem =
  'subscription_alone' | 'subscription_once' | 'subscription_credit' | 'subscription_free'

type Line = { billingPeriod: BillingPeriod | null; quantity: number }
/** `count` is the number of lines in the basket. */
type Surroundings = { priced: PricedLine | undefined; count: number }

/** The rules of `subscriptionPeriod`, so that the buyer reads the reason in the basket. */
export function findSubscriptionProblem(
  { billingPeriod, quantity }: Line,
  { priced, count }: Surroundings,
): SubscriptionProblem | null {
  if (billingPeriod === null) return null
  if (count > 1) return 'subscription_alone'
  if (quantity > 1) return 'subscription_once'
  if (priced && priced.upgradeCredit > 0) return 'subscription_credit'
  return priced && priced.paid === 0 ? 'subscription_free' : null
}

/** `productQuantity` is that of all lines with the product, because variants share the stock. */
type Stocked = { isSold: boolean; left: number | null; maxPerPlayer: number | null; productQuantity: number }

export function findProblem({ isSold, left, maxPerPlayer, productQuantity }: Stocked): LineProblem | null {
  if (!isSold) return 'unavailable'
  if (left === 0) return 'sold_out'
  if (left !== null && left < productQuantity) return 'too_few_left'
  return maxPerPlayer !== null && maxPerPlayer < productQuantity ? 'limit' : null
}
