import { Type } from 'typebox'
import { component, enumOf, idOf, MinorUnits, nullable, object, Timestamp, timestamp } from './manage.ts'

const StartsAt = timestamp('When the hour or day begins in the time zone.')

export const Statistics = component('Statistics', {
  days: Type.Array(
    object({
      date: Type.String({ examples: ['2026-11-15'] }),
      currency: Type.String(),
      sales: Type.Integer(),
      grossMinor: MinorUnits,
      refundedSales: Type.Integer({ description: 'The number of these sales that have refunded lines by now.' }),
      refundedMinor: MinorUnits,
      disputedSales: Type.Integer(),
    }),
    { description: 'One entry for each day of payment and currency. Days without a sale are omitted.' },
  ),
  intervals: Type.Array(
    object({ startsAt: StartsAt, currency: Type.String(), sales: Type.Integer(), grossMinor: MinorUnits }),
    {
      description:
        'Sales by the hour or day of payment, as `interval` says, and by currency. Intervals without a sale are omitted.',
    },
  ),
  products: Type.Array(
    object({
      productId: idOf('prd'),
      name: Type.String(),
      currency: Type.String(),
      units: Type.Integer(),
      grossMinor: MinorUnits,
    }),
    { description: 'The 20 products with the highest sales.' },
  ),
  delivery: object(
    {
      delivered: Type.Integer(),
      p50Seconds: nullable(Type.Number()),
      p95Seconds: nullable(Type.Number()),
      maxSeconds: nullable(Type.Number()),
      waiting: Type.Integer({ description: 'Deliveries of this period that are not delivered yet.' }),
      held: Type.Integer({ description: 'Deliveries of this period that wait for a decision of the staff.' }),
      intervals: Type.Array(
        object({
          startsAt: StartsAt,
          delivered: Type.Integer(),
          p50Seconds: nullable(Type.Number()),
          p95Seconds: nullable(Type.Number()),
        }),
        { description: 'By the hour or day of payment. Intervals without a delivery are omitted.' },
      ),
    },
    'The time from payment to delivery, for purchases that were paid in this period.',
  ),
  queue: object(
    {
      pending: Type.Integer(),
      retrying: Type.Integer(),
      held: Type.Integer(),
      withoutServer: Type.Integer({ description: 'Deliveries that have no game server.' }),
      silentServers: Type.Array(
        object({ id: idOf('srv'), name: Type.String(), lastSeenAt: nullable(Timestamp), pending: Type.Integer() }),
        { description: 'Servers that have pending deliveries and have not called for ten minutes, or never.' },
      ),
    },
    'The deliveries that are in the queue now.',
  ),
})
export const GetStatisticsQuery = object({
  from: Timestamp,
  to: Timestamp,
  timeZone: Type.Optional(
    Type.String({
      maxLength: 64,
      examples: ['America/Sao_Paulo'],
      description: 'The time zone in which days begin. Default: UTC.',
    }),
  ),
  interval: Type.Optional(
    enumOf(['hour', 'day'], { description: 'The length of `intervals`. Default: day. `hour` is for at most 31 days.' }),
  ),
})
