import { Type } from 'typebox'
import { BillingPeriod } from '../catalog/variants.ts'
import { enumOf, nullable, object, Timestamp } from '../manage.ts'
import { Money } from './shop.ts'

/** Subscriptions in baskets and orders of the storefront API. */

export const SubscriptionProblem = nullable(
  enumOf(['subscription_alone', 'subscription_once', 'subscription_credit', 'subscription_free'], {
    description:
      'Why a subscription cannot be bought as it is: it is bought alone, once, without an upgrade credit, and not for nothing.',
  }),
)

export const OrderSubscription = nullable(
  object(
    {
      state: enumOf(['pending', 'active', 'past_due', 'cancelling', 'ended']),
      billingPeriod: BillingPeriod,
      amount: Money,
      paidUntil: nullable(Timestamp),
      graceUntil: nullable(Timestamp),
      canCancel: Type.Boolean(),
    },
    'The subscription that the order began or renews. `past_due`: the player keeps the items until `graceUntil`. `cancelling`: until `paidUntil`.',
  ),
)
