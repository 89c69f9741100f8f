import {
  ListWebhookAttemptsQuery,
  ResendFailedEventsBody,
  ResendResult,
  TestEvent,
  WebhookAttemptPage,
} from '@quartermaster/contract/manage-webhooks'
import { type EventId, formatId, parseId } from '../../../ids.ts'
import { listAttempts } from '../../../webhooks/endpoints/list-attempts.ts'
import { showEndpoint } from '../../../webhooks/endpoints/list-endpoints.ts'
import { resendEvent, resendFailedEvents } from '../../../webhooks/endpoints/resend-events.ts'
import { testEndpoint } from '../../../webhooks/endpoints/test-endpoint.ts'
import type { ManageApi } from '../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../pagination.ts'
import { parseTimestamp, readTimestamp, toTimestamp } from '../../json-api/timestamps.ts'
import { readEventId } from '../wire-ids.ts'

const WEBHOOK = '/stores/:storeId/webhooks/:endpointId'

export function webhookEventRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: `${WEBHOOK}/attempts`,
      operationId: 'listWebhookAttempts',
      summary: 'List delivery attempts of a webhook endpoint',
      description: 'Newest first.',
      permission: 'webhooks:read',
      query: ListWebhookAttemptsQuery,
      response: WebhookAttemptPage,
    },
    async ({ tx, storeId, params, query }) => {
      const key = { storeId, endpointId: params.endpointId }
      await showEndpoint(tx, key)
      const after = readCursor(query, parseCursorKey)
      const eventId = query.eventId === undefined ? undefined : readEventId(query.eventId, 'querystring/eventId')
      const rows = await listAttempts(tx, {
        ...key,
        limit: rowLimit(query),
        ...(after && { after }),
        ...(eventId && { eventId }),
      })
      return toPage(rows, query, {
        toItem: (row) => ({
          eventId: formatId('evt', row.event_id),
          type: row.type,
          sentAt: toTimestamp(row.sent_at),
          status: row.status,
          error: row.error,
          durationMs: row.ms,
          body: row.body,
        }),
        keyOf: (row) => `${toTimestamp(row.sent_at)} ${formatId('evt', row.event_id)}`,
      })
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${WEBHOOK}/test`,
      operationId: 'testWebhook',
      summary: 'Send a test event',
      permission: 'webhooks:write',
      response: TestEvent,
      status: 202,
    },
    async ({ tx, storeId, params }) => {
      const eventId = await testEndpoint(tx, { storeId, endpointId: params.endpointId })
      return { eventId: formatId('evt', eventId) }
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${WEBHOOK}/events/:eventId/resend`,
      operationId: 'resendEvent',
      summary: 'Resend an event',
      description: 'The event is sent again whether or not the endpoint received it.',
      permission: 'webhooks:write',
      response: ResendResult,
      status: 202,
    },
    async ({ tx, storeId, params }) => {
      const { endpointId, eventId } = params
      return { resentEvents: await resendEvent(tx, { storeId, endpointId, eventId }) }
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${WEBHOOK}/resend-failed`,
      operationId: 'resendFailedEvents',
      summary: 'Resend failed events',
      description: 'Sends again all events since a time that the endpoint did not receive.',
      permission: 'webhooks:write',
      body: ResendFailedEventsBody,
      response: ResendResult,
      status: 202,
    },
    async ({ tx, storeId, params, body, note }) => {
      const since = readTimestamp(body.since, 'body/since')
      const resentEvents = await resendFailedEvents(tx, { storeId, endpointId: params.endpointId, since })
      note({ details: { since: body.since, resentEvents } })
      return { resentEvents }
    },
  )
}

function parseCursorKey(key: string): { sentAt: Date; eventId: EventId } | undefined {
  const [time = '', text = ''] = key.split(' ')
  const sentAt = parseTimestamp(time)
  const eventId = parseId<EventId>('evt', text)
  return sentAt && eventId && { sentAt, eventId }
}
