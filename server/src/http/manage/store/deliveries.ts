import {
  CancelledDelivery,
  Delivery,
  DELIVERY_QUERY,
  DeliveryDetails,
  DeliveryPage,
  ResentDelivery,
  ResolveDeliveryBody,
  DeliveryResolution,
} from '@quartermaster/contract/manage-deliveries'
import { resendDelivery } from '../../../redelivery/resend-delivery.ts'
import { resolveDelivery } from '../../../redelivery/resolve-delivery.ts'
import { cancelDelivery } from '../../../delivery/ledger/cancel-delivery.ts'
import type { DeliveryRow } from '../../../delivery/read/read-deliveries.ts'
import { searchDeliveries } from '../../../delivery/read/search-deliveries.ts'
import { type Attempt, showDelivery } from '../../../delivery/read/show-delivery.ts'
import { type DeliveryId, formatId, parseId } from '../../../ids.ts'
import { readCursor, sizeOf, writeCursor } from '../cursor.ts'
import { moment, momentOrNull, readRange } from '../moment.ts'
import type { Surface } from '../surface.ts'
import { readCheckoutId, readProductId, readServerId, serverIdOrNull } from '../wire-ids.ts'

export function deliveryRoutes({ store, publish }: Surface): void {
  publish(Delivery, DeliveryPage, DeliveryDetails, DeliveryResolution, CancelledDelivery, ResentDelivery)

  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/deliveries',
      operationId: 'listDeliveries',
      summary: 'Delivery commands, newest first, with their receipts',
      description: 'A page may be short, or empty, and still have a next one: a search looks at so much at a time.',
      permission: 'deliveries:read',
      query: DELIVERY_QUERY,
      answer: 'DeliveryPage',
    },
    async ({ tx, storeId, query }) => {
      const { state, type, serverId, checkoutId, gameUserId, productId } = query
      const after = readCursor(query, (key) => parseId<DeliveryId>('cmd', key))
      const { deliveries, next } = await searchDeliveries(tx, {
        storeId,
        most: sizeOf(query),
        ...(after && { after }),
        ...readRange(query),
        state,
        type,
        gameUserId,
        ...(serverId !== undefined && { serverId: readServerId(serverId, 'querystring/serverId') }),
        ...(checkoutId !== undefined && { checkoutId: readCheckoutId(checkoutId, 'querystring/checkoutId') }),
        ...(productId !== undefined && { productId: readProductId(productId, 'querystring/productId') }),
      })
      return { items: deliveries.map(deliveryToWire), next: next && writeCursor(formatId('cmd', next)) }
    },
  )
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/deliveries/:deliveryId',
      operationId: 'getDelivery',
      summary: 'A delivery command with every attempt',
      permission: 'deliveries:read',
      answer: 'DeliveryDetails',
    },
    async ({ tx, storeId, params }) => {
      return detailsToWire(await showDelivery(tx, { storeId, deliveryId: params.deliveryId }))
    },
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/deliveries/:deliveryId/cancel',
      operationId: 'cancelDelivery',
      summary: 'Take a command out of the queue',
      permission: 'deliveries:write',
      answer: 'CancelledDelivery',
    },
    async ({ tx, storeId, params }) => {
      const { wasDispatched } = await cancelDelivery(tx, { storeId, deliveryId: params.deliveryId })
      return { id: formatId('cmd', params.deliveryId), wasDispatched }
    },
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/deliveries/:deliveryId/resend',
      operationId: 'resendDelivery',
      summary: 'Send a finished command again, if it is still owed',
      permission: 'deliveries:write',
      answer: 'ResentDelivery',
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
      url: '/stores/:storeId/deliveries/:deliveryId/resolve',
      operationId: 'resolveDelivery',
      summary: 'Decide about a command that is held or rests',
      description:
        '`delivered`: the player has it. `retry`: run the remaining commands again. `continue`: the uncertain command did run; continue after it.',
      permission: 'deliveries:write',
      body: ResolveDeliveryBody,
      answer: 'DeliveryResolution',
    },
    async ({ tx, storeId, params, body, note }) => {
      const state = await resolveDelivery(tx, { storeId, deliveryId: params.deliveryId, resolution: body.resolution })
      note({ details: { resolution: body.resolution } })
      return { id: formatId('cmd', params.deliveryId), state }
    },
  )
}

type WireProduct = { id: string; name: string; price: number; quantity: number; commands: string[] }

/** A command with the attempts that did not end well. */
export function detailsToWire({ history, ...command }: DeliveryRow & { history: Attempt[] }) {
  return {
    ...deliveryToWire(command),
    history: history.map((attempt) => ({
      attempt: attempt.attempt,
      outcome: attempt.outcome,
      commandsRun: attempt.commands_run,
      reason: attempt.reason,
      output: attempt.output,
      reportedAt: moment(attempt.reported_at),
    })),
  }
}

function deliveryToWire(row: DeliveryRow) {
  return {
    id: formatId('cmd', row.id),
    state: row.state,
    type: row.delivery_type,
    gameUserId: row.game_user_id,
    checkoutId: formatId('chk', row.checkout_id),
    serverId: serverIdOrNull(row.server_id),
    // Written at the sale, as game servers get it.
    products: JSON.parse(row.products) as WireProduct[],
    createdAt: moment(row.created_at),
    dispatchedAt: momentOrNull(row.dispatched_at),
    finishedAt: momentOrNull(row.finished_at),
    failedAttempts: row.attempts,
    commandsRun: row.commands_run,
    retryAt: momentOrNull(row.retry_at),
    holdReason: row.hold_reason,
    receipt: row.receipt,
    cancelledBy: row.cancelled_by,
    lateReportAt: momentOrNull(row.late_report_at),
    resendOf: row.resend_of === null ? null : formatId('cmd', row.resend_of),
  }
}
