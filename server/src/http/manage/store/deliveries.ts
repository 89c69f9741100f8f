import {
  CancelledDelivery,
  Delivery,
  DeliveryPage,
  DeliveryResolution,
  ListDeliveriesQuery,
  ResentDelivery,
  ResolveDeliveryBody,
} from '@quartermaster/contract/manage-deliveries'
import { cancelDelivery } from '../../../delivery/ledger/cancel-delivery.ts'
import type { DeliveryRow } from '../../../delivery/read/read-deliveries.ts'
import { searchDeliveries } from '../../../checkouts/read/search-deliveries.ts'
import { type Attempt, showDelivery } from '../../../delivery/read/show-delivery.ts'
import { type DeliveryId, formatId, parseId } from '../../../ids.ts'
import { resendDelivery } from '../../../redelivery/resend-delivery.ts'
import { resolveDelivery } from '../../../redelivery/resolve-delivery.ts'
import type { ManageApi } from '../manage-api.ts'
import { pageSize, readCursor, writeCursor } from '../pagination.ts'
import { readTimeRange, toNullableTimestamp, toTimestamp } from '../../json-api/timestamps.ts'
import { readCheckoutId, readProductId, readServerId, serverIdOrNull } from '../wire-ids.ts'
import { SHORT_PAGES } from './checkouts.ts'

const DELIVERY = '/stores/:storeId/deliveries/:deliveryId'

export function deliveryRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/deliveries',
      operationId: 'listDeliveries',
      summary: 'List deliveries',
      description: `Newest first. ${SHORT_PAGES}`,
      permission: 'deliveries:read',
      query: ListDeliveriesQuery,
      response: DeliveryPage,
    },
    async ({ tx, storeId, query }) => {
      const { state, type, serverId, checkoutId, gameUserId, productId } = query
      const after = readCursor(query, (key) => parseId<DeliveryId>('cmd', key))
      const { deliveries, next } = await searchDeliveries(tx, {
        storeId,
        limit: pageSize(query),
        ...(after && { after }),
        ...readTimeRange(query),
        state,
        type,
        gameUserId,
        ...(serverId !== undefined && { serverId: readServerId(serverId, 'querystring/serverId') }),
        ...(checkoutId !== undefined && { checkoutId: readCheckoutId(checkoutId, 'querystring/checkoutId') }),
        ...(productId !== undefined && { productId: readProductId(productId, 'querystring/productId') }),
      })
      return { items: deliveries.map(summaryToWire), nextCursor: next && writeCursor(formatId('cmd', next)) }
    },
  )
  store.route(
    {
      method: 'GET',
      url: DELIVERY,
      operationId: 'getDelivery',
      summary: 'Get a delivery',
      description: 'Includes its failed attempts.',
      permission: 'deliveries:read',
      response: Delivery,
    },
    async ({ tx, storeId, params }) =>
      deliveryToWire(await showDelivery(tx, { storeId, deliveryId: params.deliveryId })),
  )
  store.route(
    {
      method: 'POST',
      url: `${DELIVERY}/cancel`,
      operationId: 'cancelDelivery',
      summary: 'Cancel a delivery',
      description: 'Removes an unfinished delivery from the queue.',
      permission: 'deliveries:write',
      response: CancelledDelivery,
    },
    async ({ tx, storeId, params }) => {
      const { wasDispatched } = await cancelDelivery(tx, { storeId, deliveryId: params.deliveryId })
      return { id: formatId('cmd', params.deliveryId), wasDispatched }
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${DELIVERY}/resend`,
      operationId: 'resendDelivery',
      summary: 'Resend a delivery',
      description: 'Enqueues a copy of a finished delivery, if the player still owns the goods.',
      permission: 'deliveries:write',
      response: ResentDelivery,
      status: 201,
    },
    async ({ tx, storeId, params, note }) => {
      const id = await resendDelivery(tx, { storeId, deliveryId: params.deliveryId })
      note({ details: { deliveryId: formatId('cmd', id) } })
      return { id: formatId('cmd', id), resendOf: formatId('cmd', params.deliveryId) }
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${DELIVERY}/resolve`,
      operationId: 'resolveDelivery',
      summary: 'Resolve a delivery',
      description:
        'Decides about a delivery that is held or retrying. `delivered`: the player has the goods. `retry`: run the remaining commands again. `continue`: the uncertain command did run, so continue after it.',
      permission: 'deliveries:write',
      body: ResolveDeliveryBody,
      response: DeliveryResolution,
    },
    async ({ tx, storeId, params, body, note }) => {
      const { deliveryId } = params
      const { resolution } = body
      const state = await resolveDelivery(tx, { storeId, deliveryId, resolution })
      note({ details: { resolution } })
      return { id: formatId('cmd', deliveryId), state }
    },
  )
}

type WireProduct = { id: string; name: string; price: number; quantity: number; commands: string[] }

export function deliveryToWire({ history, ...row }: DeliveryRow & { history: Attempt[] }) {
  return {
    ...summaryToWire(row),
    failedAttempts: history.map((attempt) => ({
      attempt: attempt.attempt,
      outcome: attempt.outcome,
      commandsRun: attempt.commands_run,
      reason: attempt.reason,
      output: attempt.output,
      reportedAt: toTimestamp(attempt.reported_at),
    })),
  }
}

function summaryToWire(row: DeliveryRow) {
  return {
    id: formatId('cmd', row.id),
    state: row.state,
    type: row.delivery_type,
    gameUserId: row.game_user_id,
    checkoutId: formatId('chk', row.checkout_id),
    serverId: serverIdOrNull(row.server_id),
    // Stored at the time of sale, as the JSON that game servers receive.
    products: JSON.parse(row.products) as WireProduct[],
    createdAt: toTimestamp(row.created_at),
    dispatchedAt: toNullableTimestamp(row.dispatched_at),
    finishedAt: toNullableTimestamp(row.finished_at),
    failedAttemptCount: row.attempts,
    commandsRun: row.commands_run,
    retryAt: toNullableTimestamp(row.retry_at),
    holdReason: row.hold_reason,
    receipt: row.receipt,
    cancelledBy: row.cancelled_by === 'operator' ? ('staff' as const) : row.cancelled_by,
    lateReportAt: toNullableTimestamp(row.late_report_at),
    resendOf: row.resend_of === null ? null : formatId('cmd', row.resend_of),
  }
}
