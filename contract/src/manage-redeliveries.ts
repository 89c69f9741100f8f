import { Type } from 'typebox'
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

export const RedeliverySelection = object({
  productIds: Type.Optional(Type.Array(idOf('prd'), { minItems: 1, maxItems: 1_000 })),
  serverIds: Type.Optional(Type.Array(idOf('srv'), { minItems: 1, maxItems: 1_000 })),
  gameUserIds: Type.Optional(Type.Array(GameUserId, { minItems: 1, maxItems: 1_000 })),
  purchasedFrom: Type.Optional(timestamp('Purchased at or after this time.')),
  purchasedUntil: Type.Optional(timestamp('Purchased before this time.')),
  wipedAt: Type.Optional(
    timestamp('When the server was wiped. Goods that were delivered later are not sent again. Default: now.'),
  ),
})
const SkipReasons = ['waiting', 'delivered', 'cancelled', 'refunded', 'expired'] as const

export const RedeliveryCounts = component('RedeliveryCounts', {
  deliveries: Type.Integer({ description: 'The number of deliveries that are enqueued.' }),
  entitlements: nullable(Type.Integer({ description: 'Null until they are counted.' })),
  players: nullable(Type.Integer({ description: 'Null until they are counted.' })),
  skipped: object(
    {
      waiting: Type.Integer({ description: 'The delivery is still in the queue.' }),
      delivered: Type.Integer({ description: 'Delivered after the wipe.' }),
      cancelled: Type.Integer({ description: 'Cancelled by the staff.' }),
      refunded: Type.Integer(),
      expired: Type.Integer(),
    },
    'The number of goods that are not sent, by reason.',
  ),
  breakdown: Type.Array(
    object({
      productId: idOf('prd'),
      serverId: idOf('srv'),
      outcome: enumOf(['sent', ...SkipReasons]),
      count: Type.Integer(),
    }),
    { description: 'The same numbers by product and server.' },
  ),
})
const RedeliveryState = enumOf(['running', 'done', 'stopped'])
const FIELDS = {
  id: idOf('rdl'),
  state: RedeliveryState,
  selection: RedeliverySelection,
  createdBy: Type.String(),
  createdAt: Timestamp,
  finishedAt: nullable(Timestamp),
}
const RedeliverySummary = component('RedeliverySummary', FIELDS)
export const RedeliveryPage = pageOf('RedeliveryPage', RedeliverySummary)
export const Redelivery = component('Redelivery', { ...FIELDS, counts: RedeliveryCounts })
export const ListRedeliveriesQuery = object({ ...PAGE_QUERY, state: Type.Optional(RedeliveryState) })
