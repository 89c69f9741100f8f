import { Type } from 'typebox'
import { component, idOf, MinorUnits, nullable, object, Timestamp } from './manage.ts'

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
})
