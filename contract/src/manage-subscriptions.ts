import { Type } from 'typebox'
import { BillingPeriod } from './catalog/variants.ts'
import {
  component,
  enumOf,
  GameUserId,
  idOf,
  nullable,
  object,
  PAGE_QUERY,
  pageOf,
  Timestamp,
  timestamp,
} from './manage.ts'

const State = enumOf(['pending', 'active', 'past_due', 'cancelling', 'ended'], {
  description:
    '`pending`: the first order is not paid yet. `past_due`: a renewal was not paid, and the grace period runs. `cancelling`: it ends at `paidUntil`.',
})
const FIELDS = {
  id: idOf('sub'),
  state: State,
  gameUserId: GameUserId,
  productId: idOf('prd'),
  name: Type.String({ description: 'Product and variant at the time of sale.' }),
  checkoutId: idOf('chk'),
  provider: Type.String({ examples: ['stripe'] }),
  billingPeriod: BillingPeriod,
  amountMinor: Type.Integer({ description: 'What one period costs. It never changes.' }),
  currency: Type.String({ examples: ['BRL'] }),
  paidUntil: nullable(timestamp('The end of the newest period that was paid. Null: nothing was paid.')),
  graceDays: Type.Integer(),
  cancelledAt: nullable(Timestamp),
  cancelledBy: nullable(enumOf(['buyer', 'staff', 'provider'])),
  createdAt: Timestamp,
}
export const Subscription = component('Subscription', FIELDS)
export const SubscriptionDetails = component('SubscriptionDetails', {
  ...FIELDS,
  orders: Type.Array(
    object({
      periodNo: Type.Integer({ description: 'The first period is 0.' }),
      checkoutId: nullable(idOf('chk')),
      state: nullable(enumOf(['open', 'paid', 'refunded', 'disputed', 'abandoned'])),
      failed: Type.Boolean({ description: 'The provider could not charge it at least once.' }),
      paidAt: nullable(Timestamp),
      startsAt: Timestamp,
      endsAt: Timestamp,
    }),
    { description: 'The newest 100 periods, newest first.' },
  ),
})
export const SubscriptionPage = pageOf('SubscriptionPage', Subscription)
export const ListSubscriptionsQuery = object({
  ...PAGE_QUERY,
  state: Type.Optional(State),
  gameUserId: Type.Optional(GameUserId),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        "The id of a subscription or of its first order, the provider's id, or the beginning of a player's id.",
    }),
  ),
})
