import { GetStatisticsQuery, Statistics } from '@quartermaster/contract/manage-statistics'
import { formatId } from '../../../ids.ts'
import { readStatistics } from '../../../statistics/read-statistics.ts'
import type { ManageApi } from '../manage-api.ts'
import { readTimestamp, toNullableTimestamp } from '../../json-api/timestamps.ts'

export function statisticsRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/statistics',
      operationId: 'getStatistics',
      summary: 'Get statistics',
      description: 'Sales, delivery times and the state of the queue. The period can have at most 366 days.',
      permission: 'statistics:read',
      query: GetStatisticsQuery,
      response: Statistics,
      isSlow: true,
    },
    async ({ tx, storeId, query }) => {
      const from = readTimestamp(query.from, 'querystring/from')
      const to = readTimestamp(query.to, 'querystring/to')
      const { timeZone, interval } = query
      return statisticsToWire(await readStatistics(tx, { storeId, from, to, timeZone, interval }))
    },
  )
}

function statisticsToWire({ days, intervals, products, delivery, now }: Awaited<ReturnType<typeof readStatistics>>) {
  return {
    days: days.map(({ day, refunded, disputed, ...rest }) => ({
      ...rest,
      date: day,
      refundedSales: refunded,
      disputedSales: disputed,
    })),
    intervals,
    products: products.map(({ productId, ...rest }) => ({ ...rest, productId: formatId('prd', productId) })),
    delivery,
    queue: {
      ...now,
      silentServers: now.silentServers.map(({ id, lastSeenAt, ...rest }) => ({
        ...rest,
        id: formatId('srv', id),
        lastSeenAt: toNullableTimestamp(lastSeenAt),
      })),
    },
  }
}
