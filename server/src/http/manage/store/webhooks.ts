import { ListQuery } from '@quartermaster/contract/manage'
import {
  CreatedWebhookEndpoint,
  CreateWebhookBody,
  RotatedWebhookSecret,
  RotateWebhookSecretBody,
  UpdateWebhookBody,
  WebhookEndpoint,
  WebhookEndpointPage,
} from '@quartermaster/contract/manage-webhooks'
import { inStore } from '../../../db/database.ts'
import { type EndpointId, formatId, parseId } from '../../../ids.ts'
import { addEndpoint } from '../../../webhooks/endpoints/add-endpoint.ts'
import { disableEndpoint } from '../../../webhooks/endpoints/disable-endpoint.ts'
import { enableEndpoint } from '../../../webhooks/endpoints/enable-endpoint.ts'
import { type EndpointDetails, listEndpoints, showEndpoint } from '../../../webhooks/endpoints/list-endpoints.ts'
import { deleteEndpoint } from '../../../webhooks/endpoints/delete-endpoint.ts'
import { rotateSecret } from '../../../webhooks/endpoints/rotate-secret.ts'
import { updateEndpoint } from '../../../webhooks/endpoints/update-endpoint.ts'
import type { ManageApi } from '../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../pagination.ts'
import { toNullableTimestamp, toTimestamp } from '../../json-api/timestamps.ts'

const WEBHOOKS = '/stores/:storeId/webhooks'
const WEBHOOK = `${WEBHOOKS}/:endpointId` as const

export function webhookRoutes({ parts, store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: WEBHOOKS,
      operationId: 'listWebhooks',
      summary: 'List webhook endpoints',
      description: 'Oldest first.',
      permission: 'webhooks:read',
      query: ListQuery,
      response: WebhookEndpointPage,
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, (key) => parseId<EndpointId>('whe', key))
      // A store has at most twenty endpoints, so reading all of them is cheap.
      const rows = (await listEndpoints(tx, storeId)).filter(({ id }) => after === undefined || id > after)
      return toPage(rows.slice(0, rowLimit(query)), query, {
        toItem: endpointToWire,
        keyOf: ({ id }) => formatId('whe', id),
      })
    },
  )
  store.route(
    {
      method: 'POST',
      url: WEBHOOKS,
      operationId: 'createWebhook',
      summary: 'Create a webhook endpoint',
      permission: 'webhooks:write',
      requiresRecentAuthentication: true,
      body: CreateWebhookBody,
      response: CreatedWebhookEndpoint,
      status: 201,
      isSecret: true,
    },
    async ({ tx, storeId, body }) => {
      const { url, events = [] } = body
      const { sealer, webhookAllow: allowed } = parts
      const endpoint = await addEndpoint(tx, { storeId, url, eventTypes: events, sealer, allowed })
      return { id: formatId('whe', endpoint.id), url: endpoint.url, secret: endpoint.secret }
    },
  )
  store.route(
    {
      method: 'GET',
      url: WEBHOOK,
      operationId: 'getWebhook',
      summary: 'Get a webhook endpoint',
      permission: 'webhooks:read',
      response: WebhookEndpoint,
    },
    async ({ tx, storeId, params }) =>
      endpointToWire(await showEndpoint(tx, { storeId, endpointId: params.endpointId })),
  )
  store.route(
    {
      method: 'PATCH',
      url: WEBHOOK,
      operationId: 'updateWebhook',
      summary: 'Update a webhook endpoint',
      permission: 'webhooks:write',
      requiresRecentAuthentication: true,
      body: UpdateWebhookBody,
      response: WebhookEndpoint,
      ifMatch: true,
    },
    async ({ tx, storeId, params, body, expectVersion, note }) => {
      const key = { storeId, endpointId: params.endpointId }
      note({ details: { events: body.events } })
      await updateEndpoint(tx, { ...key, eventTypes: body.events, ...expectVersion })
      return endpointToWire(await showEndpoint(tx, key))
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${WEBHOOK}/enable`,
      operationId: 'enableWebhook',
      summary: 'Enable a webhook endpoint',
      description: 'New events are sent to it again. Events that failed before can be resent.',
      permission: 'webhooks:write',
      requiresRecentAuthentication: true,
      response: WebhookEndpoint,
    },
    async ({ tx, storeId, params }) => {
      const key = { storeId, endpointId: params.endpointId }
      await enableEndpoint(tx, key)
      return endpointToWire(await showEndpoint(tx, key))
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${WEBHOOK}/disable`,
      operationId: 'disableWebhook',
      summary: 'Disable a webhook endpoint',
      description: 'No events are sent to it until it is enabled.',
      permission: 'webhooks:write',
      response: WebhookEndpoint,
    },
    async ({ tx, storeId, params }) => {
      const key = { storeId, endpointId: params.endpointId }
      await disableEndpoint(tx, key)
      return endpointToWire(await showEndpoint(tx, key))
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${WEBHOOK}/rotate-secret`,
      operationId: 'rotateWebhookSecret',
      summary: 'Rotate the secret of a webhook endpoint',
      description: 'For one day, events are signed with the new and with the old secret.',
      permission: 'webhooks:write',
      requiresRecentAuthentication: true,
      body: RotateWebhookSecretBody,
      response: RotatedWebhookSecret,
      isSecret: true,
    },
    async ({ tx, storeId, params, body, note }) => {
      const expireOldSecret = body.expireOldSecret === true
      note({ details: { expireOldSecret } })
      const key = { storeId, endpointId: params.endpointId }
      const { secret, oldSecretExpiresAt } = await rotateSecret(tx, { ...key, sealer: parts.sealer, expireOldSecret })
      return { secret, oldSecretExpiresAt: toNullableTimestamp(oldSecretExpiresAt) }
    },
  )
  store.routeInSteps(
    {
      method: 'DELETE',
      url: WEBHOOK,
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook endpoint',
      description: 'Also deletes its pending events and its attempts.',
      permission: 'webhooks:write',
      response: null,
    },
    async ({ db, storeId, params, audit }) => {
      const key = { storeId, endpointId: params.endpointId }
      // The first step is audited. If the second one fails, the request can be repeated.
      await inStore(db, storeId, async (tx) => {
        await disableEndpoint(tx, key)
        await audit(tx)
      })
      await deleteEndpoint(db, key)
    },
  )
}

function endpointToWire(endpoint: EndpointDetails) {
  const { disabled_at: disabledAt, disabled_reason: reason } = endpoint
  return {
    id: formatId('whe', endpoint.id),
    url: endpoint.url,
    events: endpoint.event_types,
    state: disabledAt === null ? ('enabled' as const) : ('disabled' as const),
    disabledReason: reason === 'operator' ? ('staff' as const) : reason,
    disabledAt: toNullableTimestamp(disabledAt),
    failingSince: toNullableTimestamp(endpoint.failing_since),
    oldSecretExpiresAt: toNullableTimestamp(endpoint.old_secret_expires_at),
    pendingEvents: endpoint.pending_events,
    abandonedEvents: endpoint.abandoned_events,
    createdAt: toTimestamp(endpoint.created_at),
    version: endpoint.version,
  }
}
