import { Entitlement, ENTITLEMENT_QUERY, EntitlementPage } from '@quartermaster/contract/manage-deliveries'
import { type ListedEntitlement, listEntitlements } from '../../../checkouts/read/list-entitlements.ts'
import { type EntitlementId, formatId, parseId } from '../../../ids.ts'
import { readCursor, sizeOf, writeCursor } from '../cursor.ts'
import { moment, momentOrNull, readMoment } from '../moment.ts'
import type { Surface } from '../surface.ts'
import { readProductId, serverIdOrNull } from '../wire-ids.ts'

export function entitlementRoutes({ store, publish }: Surface): void {
  publish(Entitlement, EntitlementPage)

  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/entitlements',
      operationId: 'listEntitlements',
      summary: 'What players hold and held, newest first',
      description: 'A page may be short, or empty, and still have a next one: a search looks at so much at a time.',
      permission: 'players:read',
      query: ENTITLEMENT_QUERY,
      answer: 'EntitlementPage',
    },
    async ({ tx, storeId, query }) => {
      const { gameUserId, productId, state, endingBefore } = query
      const after = readCursor(query, (key) => parseId<EntitlementId>('ent', key))
      const { entitlements, next } = await listEntitlements(tx, {
        storeId,
        most: sizeOf(query),
        after,
        gameUserId,
        state,
        ...(productId !== undefined && { productId: readProductId(productId, 'querystring/productId') }),
        ...(endingBefore !== undefined && { endingBefore: readMoment(endingBefore, 'querystring/endingBefore') }),
      })
      return { items: entitlements.map(toWire), next: next && writeCursor(formatId('ent', next)) }
    },
  )
}

function toWire(row: ListedEntitlement) {
  return {
    ...row,
    id: formatId('ent', row.id),
    productId: formatId('prd', row.productId),
    serverId: serverIdOrNull(row.serverId),
    until: momentOrNull(row.until),
    endedAt: momentOrNull(row.endedAt),
    createdAt: moment(row.createdAt),
  }
}
