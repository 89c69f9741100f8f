import { EntitlementPage, ListEntitlementsQuery } from '@quartermaster/contract/manage-entitlements'
import { type ListedEntitlement, listEntitlements } from '../../../checkouts/read/list-entitlements.ts'
import { type EntitlementId, formatId, parseId } from '../../../ids.ts'
import type { ManageApi } from '../manage-api.ts'
import { pageSize, readCursor, writeCursor } from '../pagination.ts'
import { readTimestamp, toNullableTimestamp, toTimestamp } from '../../json-api/timestamps.ts'
import { readProductId, serverIdOrNull } from '../wire-ids.ts'
import { SHORT_PAGES } from './checkouts.ts'

export function entitlementRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/entitlements',
      operationId: 'listEntitlements',
      summary: 'List entitlements',
      description: `What players own, and what they owned. Newest first. ${SHORT_PAGES}`,
      permission: 'players:read',
      query: ListEntitlementsQuery,
      response: EntitlementPage,
    },
    async ({ tx, storeId, query }) => {
      const { gameUserId, productId, state, endingBefore } = query
      const after = readCursor(query, (key) => parseId<EntitlementId>('ent', key))
      const { entitlements, next } = await listEntitlements(tx, {
        storeId,
        limit: pageSize(query),
        after,
        gameUserId,
        state,
        ...(productId !== undefined && { productId: readProductId(productId, 'querystring/productId') }),
        ...(endingBefore !== undefined && { endingBefore: readTimestamp(endingBefore, 'querystring/endingBefore') }),
      })
      return { items: entitlements.map(entitlementToWire), nextCursor: next && writeCursor(formatId('ent', next)) }
    },
  )
}

function entitlementToWire(entitlement: ListedEntitlement) {
  return {
    ...entitlement,
    id: formatId('ent', entitlement.id),
    productId: formatId('prd', entitlement.productId),
    serverId: serverIdOrNull(entitlement.serverId),
    until: toNullableTimestamp(entitlement.until),
    endedAt: toNullableTimestamp(entitlement.endedAt),
    createdAt: toTimestamp(entitlement.createdAt),
  }
}
