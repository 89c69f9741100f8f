import {
  ListRedeliveriesQuery,
  Redelivery,
  RedeliveryCounts,
  RedeliveryPage,
  RedeliverySelection,
} from '@quartermaster/contract/manage-redeliveries'
import type { Static } from 'typebox'
import { formatId, parseId, type RedeliveryId } from '../../../ids.ts'
import { listRedeliveries } from '../../../redelivery/list-redeliveries.ts'
import { previewRedelivery } from '../../../redelivery/preview-redelivery.ts'
import type { Selection } from '../../../redelivery/redelivery.ts'
import { type RedeliveryRow, showRedelivery } from '../../../redelivery/show-redelivery.ts'
import { startRedelivery } from '../../../redelivery/start-redelivery.ts'
import { stopRedelivery } from '../../../redelivery/stop-redelivery.ts'
import type { RedeliverySummary } from '../../../redelivery/summarize-redelivery.ts'
import type { ManageApi } from '../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../pagination.ts'
import { readTimestamp, toNullableTimestamp, toTimestamp } from '../../json-api/timestamps.ts'
import { readProductId, readServerId } from '../wire-ids.ts'

const REDELIVERIES = '/stores/:storeId/redeliveries'
const REDELIVERY = `${REDELIVERIES}/:redeliveryId` as const

export function redeliveryRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'POST',
      url: `${REDELIVERIES}/preview`,
      operationId: 'previewRedelivery',
      summary: 'Preview a redelivery',
      description: 'Counts what a redelivery would send, and what it would skip and why. A preview changes nothing.',
      permission: 'redeliveries:write',
      body: RedeliverySelection,
      response: RedeliveryCounts,
      isSlow: true,
    },
    async ({ tx, storeId, body }) =>
      countsToWire(await previewRedelivery(tx, { storeId, selection: selectionFromWire(body) })),
  )
  store.route(
    {
      method: 'POST',
      url: REDELIVERIES,
      operationId: 'startRedelivery',
      summary: 'Start a redelivery',
      description:
        'Enqueues again everything that players still own, for example after a wipe. Running servers do it in the background. Everything is sent once, even if a server crashes.',
      permission: 'redeliveries:write',
      requiresRecentAuthentication: true,
      body: RedeliverySelection,
      response: Redelivery,
      status: 201,
    },
    async ({ tx, storeId, body, actor, note }) => {
      const redeliveryId = await startRedelivery(tx, { storeId, selection: selectionFromWire(body), by: actor.name })
      // The audit log is never changed, so it must not contain the ids of players.
      const { gameUserIds, ...selection } = body
      note({ details: { ...selection, ...(gameUserIds && { players: gameUserIds.length }) } })
      return redeliveryToWire(await showRedelivery(tx, { storeId, redeliveryId }))
    },
  )
  store.route(
    {
      method: 'GET',
      url: REDELIVERIES,
      operationId: 'listRedeliveries',
      summary: 'List redeliveries',
      description: 'Newest first.',
      permission: 'deliveries:read',
      query: ListRedeliveriesQuery,
      response: RedeliveryPage,
    },
    async ({ tx, storeId, query }) => {
      const { state } = query
      const after = readCursor(query, (key) => parseId<RedeliveryId>('rdl', key))
      const limit = rowLimit(query)
      const rows = await listRedeliveries(tx, { storeId, limit, ...(state && { state }), ...(after && { after }) })
      return toPage(rows, query, { toItem: summaryToWire, keyOf: ({ id }) => formatId('rdl', id) })
    },
  )
  store.route(
    {
      method: 'GET',
      url: REDELIVERY,
      operationId: 'getRedelivery',
      summary: 'Get a redelivery',
      description: 'Includes what it has sent and skipped so far.',
      permission: 'deliveries:read',
      response: Redelivery,
    },
    async ({ tx, storeId, params }) =>
      redeliveryToWire(await showRedelivery(tx, { storeId, redeliveryId: params.redeliveryId })),
  )
  store.route(
    {
      method: 'POST',
      url: `${REDELIVERY}/stop`,
      operationId: 'stopRedelivery',
      summary: 'Stop a redelivery',
      description: 'Deliveries that it has enqueued stay in the queue.',
      permission: 'redeliveries:write',
      response: Redelivery,
    },
    async ({ tx, storeId, params }) => {
      const key = { storeId, redeliveryId: params.redeliveryId }
      await stopRedelivery(tx, key)
      return redeliveryToWire(await showRedelivery(tx, key))
    },
  )
}

function selectionFromWire(body: Static<typeof RedeliverySelection>): Selection {
  const { productIds, serverIds, gameUserIds, purchasedFrom, purchasedUntil, wipedAt } = body
  return {
    ...(productIds && { productIds: productIds.map((id, i) => readProductId(id, `body/productIds/${i}`)) }),
    ...(serverIds && { serverIds: serverIds.map((id, i) => readServerId(id, `body/serverIds/${i}`)) }),
    ...(gameUserIds && { gameUserIds }),
    ...(purchasedFrom !== undefined && { purchasedFrom: readTimestamp(purchasedFrom, 'body/purchasedFrom') }),
    ...(purchasedUntil !== undefined && { purchasedUntil: readTimestamp(purchasedUntil, 'body/purchasedUntil') }),
    ...(wipedAt !== undefined && { wipedAt: readTimestamp(wipedAt, 'body/wipedAt') }),
  }
}

function summaryToWire(row: RedeliveryRow) {
  const { productIds, serverIds, gameUserIds, purchasedFrom, purchasedUntil } = row
  return {
    id: formatId('rdl', row.id),
    state: row.state,
    selection: {
      ...(productIds && { productIds: productIds.map((id) => formatId('prd', id)) }),
      ...(serverIds && { serverIds: serverIds.map((id) => formatId('srv', id)) }),
      ...(gameUserIds && { gameUserIds }),
      ...(purchasedFrom && { purchasedFrom: toTimestamp(purchasedFrom) }),
      ...(purchasedUntil && { purchasedUntil: toTimestamp(purchasedUntil) }),
      wipedAt: toTimestamp(row.wipedAt),
    },
    createdBy: row.createdBy,
    createdAt: toTimestamp(row.createdAt),
    finishedAt: toNullableTimestamp(row.finishedAt),
  }
}

function redeliveryToWire(row: RedeliveryRow & RedeliverySummary) {
  return { ...summaryToWire(row), counts: countsToWire(row) }
}

function countsToWire({ deliveries, entitlements, players, skipped, breakdown }: RedeliverySummary) {
  return {
    deliveries,
    entitlements,
    players,
    skipped,
    breakdown: breakdown.map(({ productId, serverId, outcome, items }) => ({
      productId: formatId('prd', productId),
      serverId: formatId('srv', serverId),
      outcome,
      count: items,
    })),
  }
}
