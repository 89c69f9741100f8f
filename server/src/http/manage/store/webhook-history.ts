import {
  ATTEMPT_QUERY,
  ResendFailedBody,
  ResentEvents,
  SentEvent,
  WebhookAttempt,
  WebhookAttemptPage,
} from '@quartermaster/contract/manage-webhooks'
import { listAttempts } from '../../../webhooks/endpoints/list-attempts.ts'
import { showEndpoint } from '../../../webhooks/endpoints/list-endpoints.ts'
import { resendEvent, resendFailedEvents } from '../../../webhooks/endpoints/resend-events.ts'
import { testEndpoint } from '../../../webhooks/endpoints/test-endpoint.ts'
import { type EventId, formatId, parseId } from '../../../ids.ts'
import { mostOf, readCursor, toPage } from '../cursor.ts'
import { moment, readMoment, realMoment } from '../moment.ts'
import type { Surface } from '../surface.ts'
import { readEventId } from '../wire-ids.ts'

const ONE = '/stores/:storeId/webhooks/:endpointId'

export function webhookHistoryRoutes({ store, publish }: Surface): void {
  publish(WebhookAttempt, WebhookAttemptPage, SentEvent, ResentEvents)

  store.route(
    {
      method: 'GET',
      url: `${ONE}/attempts`,
      operationId: 'listWebhookAttempts',
      summary: 'What was tried, newest first',
      permission: 'webhooks:read',
      query: ATTEMPT_QUERY,
      answer: 'WebhookAttemptPage',
    },
    async ({ tx, storeId, params, query }) => {
      const key = { storeId, endpointId: params.endpointId }
      await showEndpoint(tx, key)
      const after = readCursor(query, readPlace)
      const eventId = query.eventId === undefined ? undefined : readEventId(query.eventId, 'querystring/eventId')
      const rows = await listAttempts(tx, {
        ...key,
        limit: mostOf(query),
        ...(after && { after }),
        ...(eventId && { eventId }),
      })
      return toPage(rows, query, {
        show: ({ event_id: id, type, sent_at: sentAt, status, error, ms }) => ({
          eventId: formatId('evt', id),
          type,
          sentAt: moment(sentAt),
          status,
          error,
          durationMs: ms,
        }),
        keyOf: ({ sent_at: sentAt, event_id: id }) => `${moment(sentAt)} ${formatId('evt', id)}`,
      })
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${ONE}/test`,
      operationId: 'testWebhook',
      summary: 'Send an event of no consequence',
      permission: 'webhooks:write',
      answer: 'SentEvent',
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
      url: `${ONE}/events/:eventId/resend`,
      operationId: 'resendEvent',
      summary: 'Send one event once more, whether it arrived or not',
      permission: 'webhooks:write',
      answer: 'ResentEvents',
      status: 202,
    },
    async ({ tx, storeId, params }) => {
      const { endpointId, eventId } = params
      return { resent: await resendEvent(tx, { storeId, endpointId, eventId }) }
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${ONE}/resend-failed`,
      operationId: 'resendFailedEvents',
      summary: 'Send again what was recorded since a moment and did not arrive',
      permission: 'webhooks:write',
      body: ResendFailedBody,
      answer: 'ResentEvents',
      status: 202,
    },
    async ({ tx, storeId, params, body, note }) => {
      const since = readMoment(body.since, 'body/since')
      const resent = await resendFailedEvents(tx, { storeId, endpointId: params.endpointId, since })
      note({ details: { since: body.since, resent } })
      return { resent }
    },
  )
}

function readPlace(key: string): { sentAt: Date; eventId: EventId } | undefined {
  const [time = '', text = ''] = key.split(' ')
  const sentAt = realMoment(time)
  const eventId = parseId<EventId>('evt', text)
  return sentAt && eventId && { sentAt, eventId }
}
