import {
  Redelivery,
  REDELIVERY_QUERY,
  RedeliveryChoice,
  RedeliveryPage,
  RedeliveryPlan,
  RedeliveryRow,
} from '@quartermaster/contract/manage-deliveries'
import type { Static } from 'typebox'
import { formatId, parseId, type RedeliveryId } from '../../ids.ts'
import { listRedeliveries } from '../../redeliveries/list-redeliveries.ts'
import { planRedelivery } from '../../redeliveries/plan-redelivery.ts'
import type { Choice } from '../../redeliveries/redelivery.ts'
import { type RedeliveryRow as Row, showRedelivery } from '../../redeliveries/show-redelivery.ts'
import { startRedelivery } from '../../redeliveries/start-redelivery.ts'
import { stopRedelivery } from '../../redeliveries/stop-redelivery.ts'
import type { Tally } from '../../redeliveries/tally.ts'
import { mostOf, readCursor, toPage } from './cursor.ts'
import { moment, momentOrNull, readMoment } from './moment.ts'
import type { Surface } from './surface.ts'
import { readProductId, readServerId } from './wire-ids.ts'

export function redeliveryRoutes({ store, publish }: Surface): void {
  publish(RedeliveryPlan, RedeliveryRow, RedeliveryPage, Redelivery)

  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/redeliveries/plan',
      operationId: 'planRedelivery',
      summary: 'What a redelivery would send: the dry run',
      description:
        'Counts what players still own and would get again, and what would be left out and why. Changes nothing.',
      permission: 'redeliveries:write',
      body: RedeliveryChoice,
      answer: 'RedeliveryPlan',
      slow: true,
    },
    async ({ tx, storeId, body }) => tallyToWire(await planRedelivery(tx, { storeId, choice: readChoice(body) })),
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/redeliveries',
      operationId: 'startRedelivery',
      summary: 'Give again what players still own, after a wipe',
      description: 'Only what is still owed is sent, each thing once, whatever happens on the way.',
      permission: 'redeliveries:write',
      body: RedeliveryChoice,
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

function readChoice(body: Static<typeof RedeliveryChoice>): Choice {
  const { productIds, serverIds, gameUserIds, boughtFrom, boughtUntil, wipedAt } = body
  return {
    ...(productIds && { productIds: productIds.map((id, i) => readProductId(id, `body/productIds/${i}`)) }),
    ...(serverIds && { serverIds: serverIds.map((id, i) => readServerId(id, `body/serverIds/${i}`)) }),
    ...(gameUserIds && { gameUserIds }),
    ...(boughtFrom !== undefined && { boughtFrom: readMoment(boughtFrom, 'body/boughtFrom') }),
    ...(boughtUntil !== undefined && { boughtUntil: readMoment(boughtUntil, 'body/boughtUntil') }),
    ...(wipedAt !== undefined && { wipedAt: readMoment(wipedAt, 'body/wipedAt') }),
  }
}

function rowToWire(row: Row) {
  const { productIds, serverIds, gameUserIds, boughtFrom, boughtUntil } = row
  return {
    id: formatId('rdl', row.id),
    state: row.state,
    choice: {
      ...(productIds && { productIds: productIds.map((id) => formatId('prd', id)) }),
      ...(serverIds && { serverIds: serverIds.map((id) => formatId('srv', id)) }),
      ...(gameUserIds && { gameUserIds }),
      ...(boughtFrom && { boughtFrom: moment(boughtFrom) }),
      ...(boughtUntil && { boughtUntil: moment(boughtUntil) }),
      wipedAt: moment(row.wipedAt),
    },
    createdBy: row.createdBy,
    createdAt: moment(row.createdAt),
    finishedAt: momentOrNull(row.finishedAt),
  }
}

function detailsToWire(row: Row & Tally) {
  return { ...rowToWire(row), tally: tallyToWire(row) }
}

function tallyToWire({ elements, entitlements, players, leftOut, counts }: Tally) {
  return {
    elements,
    entitlements,
    players,
    leftOut,
    counts: counts.map(({ productId, serverId, outcome, items }) => ({
      productId: formatId('prd', productId),
      serverId: formatId('srv', serverId),
      outcome,
      items,
    })),
  }
}
