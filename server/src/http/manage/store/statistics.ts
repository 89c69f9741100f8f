import { Statistics, STATISTICS_QUERY } from '@quartermaster/contract/manage-checkouts'
import { statistics } from '../../../statistics/statistics.ts'
import { formatId } from '../../../ids.ts'
import { momentOrNull, readMoment } from '../moment.ts'
import type { Surface } from '../surface.ts'

export function statisticsRoutes({ store, publish }: Surface): void {
  publish(Statistics)

  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/statistics',
      operationId: 'getStatistics',
      summary: 'Sales, how fast they arrive, and what does not',
      description: 'At most 366 days at a time.',
      permission: 'statistics:read',
      query: STATISTICS_QUERY,
      answer: 'Statistics',
      slow: true,
    },
    async ({ tx, storeId, query }) => {
      const from = readMoment(query.from, 'querystring/from')
      const to = readMoment(query.to, 'querystring/to')
      const { days, products, delivery, now } = await statistics(tx, { storeId, from, to, timeZone: query.timeZone })
      return {
        days,
        products: products.map(({ productId, ...rest }) => ({ productId: formatId('prd', productId), ...rest })),
        delivery,
        now: {
          ...now,
          silentServers: now.silentServers.map(({ id, lastSeenAt, ...rest }) => ({
            id: formatId('srv', id),
            ...rest,
            lastSeenAt: momentOrNull(lastSeenAt),
          })),
        },
      }
    },
  )
}
