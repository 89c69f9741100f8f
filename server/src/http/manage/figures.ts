import { Figures, FIGURES_QUERY } from '@quartermaster/contract/manage-checkouts'
import { figures } from '../../figures/figures.ts'
import { formatId } from '../../ids.ts'
import { momentOrNull, readMoment } from './moment.ts'
import type { Surface } from './surface.ts'

export function figureRoutes({ store, publish }: Surface): void {
  publish(Figures)

  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/figures',
      operationId: 'getFigures',
      summary: 'Sales, how fast they arrive, and what does not',
      description: 'At most 366 days at a time.',
      permission: 'figures:read',
      query: FIGURES_QUERY,
      answer: 'Figures',
      slow: true,
    },
    async ({ tx, storeId, query }) => {
      const from = readMoment(query.from, 'querystring/from')
      const to = readMoment(query.to, 'querystring/to')
      const { days, products, delivery, now } = await figures(tx, { storeId, from, to, zone: query.zone })
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
