import {
  ListParkedPaymentsQuery,
  ParkedPaymentPage,
  ResolveParkedPaymentBody,
} from '@quartermaster/contract/manage-payments'
import { formatId, type ParkedId, parseId } from '../../../ids.ts'
import { listParkedPayments, type ParkedPayment } from '../../../payments/parked/list-parked-payments.ts'
import { resolveParkedPayment } from '../../../payments/parked/resolve-parked-payment.ts'
import type { ManageApi } from '../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../pagination.ts'
import { toTimestamp } from '../../json-api/timestamps.ts'

export function parkedPaymentRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/parked-payments',
      operationId: 'listParkedPayments',
      summary: 'List parked payments',
      description: 'Payments that fit no checkout and wait for a staff member. Oldest first.',
      permission: 'payments:read',
      query: ListParkedPaymentsQuery,
      response: ParkedPaymentPage,
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, (key) => parseId<ParkedId>('prk', key))
      const includeResolved = query.includeResolved === true
      const rows = await listParkedPayments(tx, {
        storeId,
        includeResolved,
        limit: rowLimit(query),
        ...(after && { after }),
      })
      return toPage(rows, query, { toItem: parkedToWire, keyOf: ({ id }) => formatId('prk', id) })
    },
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/parked-payments/:parkedPaymentId/resolve',
      operationId: 'resolveParkedPayment',
      summary: 'Resolve a parked payment',
      description: 'Stores a note about what you did. It has no other effect: refund the payment at the provider.',
      permission: 'payments:write',
      body: ResolveParkedPaymentBody,
      response: null,
    },
    async ({ tx, storeId, params, body }) => {
      await resolveParkedPayment(tx, { storeId, parkedId: params.parkedPaymentId, note: body.note })
    },
  )
}

function parkedToWire({ id, provider, reason, subject, checkoutId, facts, parkedAt, resolutionNote }: ParkedPayment) {
  return {
    id: formatId('prk', id),
    provider,
    reason,
    providerPaymentId: subject,
    checkoutId: checkoutId === null ? null : formatId('chk', checkoutId),
    amountMinor: facts.paid?.amountMinor ?? null,
    currency: facts.paid?.currency ?? null,
    parkedAt: toTimestamp(parkedAt),
    resolutionNote,
  }
}
