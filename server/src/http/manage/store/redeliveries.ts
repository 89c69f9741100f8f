import {
  Redelivery,
  REDELIVERY_QUERY,
  RedeliverySelection,
  RedeliveryPage,
  RedeliveryCounts,
  RedeliveryRow,
} from '@quartermaster/contract/manage-deliveries'
import type { Static } from 'typebox'
import { formatId, parseId, type RedeliveryId } from '../../../ids.ts'
import { listRedeliveries } from '../../../redelivery/list-redeliveries.ts'
import { previewRedelivery } from '../../../redelivery/plan-redelivery.ts'
import type { Choice } from '../../../redelivery/redelivery.ts'
import { type RedeliveryRow as Row, showRedelivery } from '../../../redelivery/show-redelivery.ts'
import { startRedelivery } from '../../../redelivery/start-redelivery.ts'
import { stopRedelivery } from '../../../redelivery/stop-redelivery.ts'
import type { Tally } from '../../../redelivery/tally.ts'
import { mostOf, readCursor, toPage } from '../cursor.ts'
import { moment, momentOrNull, readMoment } from '../moment.ts'
import type { Surface } from '../surface.ts'
import { readProductId, readServerId } from '../wire-ids.ts'

export function redeliveryRoutes({ store, publish }: Surface): void {
  publish(RedeliveryCounts, RedeliveryRow, RedeliveryPage, Redelivery)

  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/redeliveries/preview',
      operationId: 'previewRedelivery',
      summary: 'What a redelivery would send: the dry run',
      description:
        'Counts what players still own and would get again, and what would be left out and why. Changes nothing.',
      permission: 'redeliveries:write',
      body: RedeliverySelection,
      answer: 'RedeliveryCounts',
      slow: true,
    },
    async ({ tx, storeId, body }) => tallyToWire(await previewRedelivery(tx, { storeId, choice: readChoice(body) })),
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/redeliveries',
      operationId: 'startRedelivery',
      summary: 'Give again what players still own, after a wipe',
      description: 'Only what is still owed is sent, each thing once, whatever happens on the way.',
      permission: 'redeliveries:write',
      body: RedeliverySelection,
      answer: 'Redelivery',
      status: 201,
    },
    async ({ tx, storeId, body, actor, note }) => {
      const redeliveryId = await startRedelivery(tx, { storeId, choice: readChoice(body), by: actor.name })
      // Not the players: what is in the log stays there.
      const { gameUserIds, ...choice } = body
      note({ details: { ...choice, ...(gameUserIds && { players: gameUserIds.length }) } })
      return detailsToWire(await showRedelivery(tx, { storeId, redeliveryId }))
    },
  )
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/redeliveries',
      operationId: 'listRedeliveries',
      summary: 'Redeliveries, newest first',
      permission: 'deliveries:read',
      query: REDELIVERY_QUERY,
      answer: 'RedeliveryPage',
    },
    async ({ tx, storeId, query }) => {
      const { state } = query
      const after = readCursor(query, (key) => parseId<RedeliveryId>('rdl', key))
      const most = mostOf(query)
      const rows = await listRedeliveries(tx, { storeId, most, ...(state && { state }), ...(after && { after }) })
      return toPage(rows, query, { show: rowToWire, keyOf: ({ id }) => formatId('rdl', id) })
    },
  )
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/redeliveries/:redeliveryId',
      operationId: 'getRedelivery',
      summary: 'How far a redelivery is',
      permission: 'deliveries:read',
      answer: 'Redelivery',
    },
    async ({ tx, storeId, params }) =>
      detailsToWire(await showRedelivery(tx, { storeId, redeliveryId: params.redeliveryId })),
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/redeliveries/:redeliveryId/stop',
      operationId: 'stopRedelivery',
      summary: 'Send no more; what was queued stays queued',
      permission: 'redeliveries:write',
      answer: 'Redelivery',
    },
    async ({ tx, storeId, params }) => {
      const key = { storeId, redeliveryId: params.redeliveryId }
      await stopRedelivery(tx, key)
      return detailsToWire(await showRedelivery(tx, key))
    },
  )
}

function readChoice(body: Static<typeof RedeliverySelection>): Choice {
  const { productIds, serverIds, gameUserIds, purchasedFrom, purchasedUntil, wipedAt } = body
  return {
    ...(productIds && { productIds: productIds.map((id, i) => readProductId(id, `body/productIds/${i}`)) }),
    ...(serverIds && { serverIds: serverIds.map((id, i) => readServerId(id, `body/serverIds/${i}`)) }),
    ...(gameUserIds && { gameUserIds }),
    ...(purchasedFrom !== undefined && { purchasedFrom: readMoment(purchasedFrom, 'body/purchasedFrom') }),
    ...(purchasedUntil !== undefined && { purchasedUntil: readMoment(purchasedUntil, 'body/purchasedUntil') }),
    ...(wipedAt !== undefined && { wipedAt: readMoment(wipedAt, 'body/wipedAt') }),
  }
}

function rowToWire(row: Row) {
  const { productIds, serverIds, gameUserIds, purchasedFrom, purchasedUntil } = row
  return {
    id: formatId('rdl', row.id),
    state: row.state,
    selection: {
      ...(productIds && { productIds: productIds.map((id) => formatId('prd', id)) }),
      ...(serverIds && { serverIds: serverIds.map((id) => formatId('srv', id)) }),
      ...(gameUserIds && { gameUserIds }),
      ...(purchasedFrom && { purchasedFrom: moment(purchasedFrom) }),
      ...(purchasedUntil && { purchasedUntil: moment(purchasedUntil) }),
      wipedAt: moment(row.wipedAt),
    },
    createdBy: row.createdBy,
    createdAt: moment(row.createdAt),
    finishedAt: momentOrNull(row.finishedAt),
  }
}

function detailsToWire(row: Row & Tally) {
  return { ...rowToWire(row), counts: tallyToWire(row) }
}

function tallyToWire({ deliveries, entitlements, players, skipped, breakdown }: Tally) {
  return {
    deliveries,
    entitlements,
    players,
    skipped,
    breakdown: breakdown.map(({ productId, serverId, outcome, items }) => ({
      productId: formatId('prd', productId),
      serverId: formatId('srv', serverId),
      outcome,
      items,
    })),
  }
}
