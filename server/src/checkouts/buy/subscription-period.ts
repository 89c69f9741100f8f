import type { BillingPeriod } from '../../catalog/billing-period.ts'
import { AppError } from '../../errors.ts'
import { type CheckoutLine, totalOf } from '../checkout.ts'

/** The billing period if these lines are a subscription. Providers charge one subscription at a time, so it is sold alone. */
export function subscriptionPeriod(lines: CheckoutLine[]): BillingPeriod | undefined {
  const line = lines.find((each) => each.billing_period !== null)
  if (!line?.billing_period) return undefined
  const refuse = (reason: string) => {
    throw new AppError('invalid_request', `"${line.name}" is a subscription. ${reason}`)
  }
  if (lines.length > 1) refuse('Buy it in an order of its own.')
  if (line.quantity > 1) refuse('Its quantity must be 1.')
  if (line.upgrade_credit_minor + line.gift_card_minor > 0) refuse('It cannot be paid with a gift card or a credit.')
  if (totalOf(lines) === 0) refuse('It must have a price.')
  return line.billing_period
}
