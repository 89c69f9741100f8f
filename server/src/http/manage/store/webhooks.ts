import {
  EndpointEdit,
  NewEndpoint,
  NewEndpointBody,
  NewSecret,
  RotateSecretBody,
  WebhookEndpoint,
  WebhookEndpointPage,
} from '@quartermaster/contract/manage-webhooks'
import { LIST_QUERY } from '@quartermaster/contract/manage-store'
import { inStore } from '../../../db/database.ts'
import { addEndpoint } from '../../../webhooks/endpoints/add-endpoint.ts'
import { disableEndpoint } from '../../../webhooks/endpoints/disable-endpoint.ts'
import { enableEndpoint } from '../../../webhooks/endpoints/enable-endpoint.ts'
import { type EndpointDetails, listEndpoints, showEndpoint } from '../../../webhooks/endpoints/list-endpoints.ts'
import { deleteEndpoint } from '../../../webhooks/endpoints/remove-endpoint.ts'
import { rotateSecret } from '../../../webhooks/endpoints/rotate-secret.ts'
import { updateEndpoint } from '../../../webhooks/endpoints/update-endpoint.ts'
import { type EndpointId, formatId, parseId } from '../../../ids.ts'
import { mostOf, readCursor, toPage } from '../cursor.ts'
import { moment, momentOrNull } from '../moment.ts'
import type { Surface } from '../surface.ts'

const ALL = '/stores/:storeId/webhooks'
const ONE = `${ALL}/:endpointId` as const

export function webhookRoutes({ parts, store, publish }: Surface): void {
  publish(WebhookEndpoint, WebhookEndpointPage, NewEndpoint, NewSecret)

  store.route(
    {
      method: 'GET',
      url: ALL,
      operationId: 'listWebhooks',
      summary: 'Webhook endpoints, oldest first',
      permission: 'webhooks:read',
      query: LIST_QUERY,
      answer: 'WebhookEndpointPage',
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, (key) => parseId<EndpointId>('whe', key))
      // A store has twenty at the most, so all of them are read.
      const rows = (await listEndpoints(tx, storeId)).filter(({ id }) => after === undefined || id > after)
      return toPage(rows.slice(0, mostOf(query)), query, {
        show: endpointToWire,
        keyOf: ({ id }) => formatId('whe', id),
      })
    },
  )
  store.route(
    {
      method: 'POST',
      url: ALL,
      operationId: 'createWebhook',
      summary: 'Add an endpoint; its secret is shown once',
      permission: 'webhooks:write',
      body: NewEndpointBody,
      answer: 'NewEndpoint',
      status: 201,
      secret: true,
    },
    async ({ tx, storeId, body }) => {
      const { url, events = [] } = body
      const { sealer, webhookAllow: allowed } = parts
      const made = await addEndpoint(tx, { storeId, url, eventTypes: events, sealer, allowed })
      return { id: formatId('whe', made.id), url: made.url, secret: made.secret }
    },
  )
  store.route(
    {
      method: 'GET',
      url: ONE,
      operationId: 'getWebhook',
      summary: 'An endpoint',
      permission: 'webhooks:read',
      answer: 'WebhookEndpoint',
    },
    async ({ tx, storeId, params }) =>
      endpointToWire(await showEndpoint(tx, { storeId, endpointId: params.endpointId })),
  )
  store.route(
    {
      method: 'PATCH',
      url: ONE,
      operationId: 'updateWebhook',
      summary: 'Change what an endpoint hears of',
      permission: 'webhooks:write',
      body: EndpointEdit,
      answer: 'WebhookEndpoint',
      ifMatch: true,
    },
    async ({ tx, storeId, params, body, expectVersion, note }) => {
      const key = { storeId, endpointId: params.endpointId }
      note({ details: { events: body.events } })
      await updateEndpoint(tx, { ...key, eventTypes: body.events, ...expectVersion })
      return endpointToWire(await showEndpoint(tx, key))
    },
  )
  for (const [verb, act] of [
    ['enable', enableEndpoint],
    ['disable', disableEndpoint],
  ] as const) {
    store.route(
      {
        method: 'POST',
        url: `${ONE}/${verb}`,
        operationId: `${verb}Webhook`,
        summary: verb === 'enable' ? 'Send to it again, from now on' : 'Send nothing to it any more',
        permission: 'webhooks:write',
        answer: 'WebhookEndpoint',
      },
      async ({ tx, storeId, params }) => {
        const key = { storeId, endpointId: params.endpointId }
        await act(tx, key)
        return endpointToWire(await showEndpoint(tx, key))
      },
    )
  }
  store.route(
    {
      method: 'POST',
      url: `${ONE}/rotate-secret`,
      operationId: 'rotateWebhookSecret',
      summary: 'Make a new secret; the old one goes on signing beside it for a day',
      permission: 'webhooks:write',
      body: RotateSecretBody,
      answer: 'NewSecret',
      secret: true,
    },
    async ({ tx, storeId, params, body, note }) => {
      const expireOldSecret = body.expireOldSecret === true
      note({ details: { expireOldSecret } })
      const key = { storeId, endpointId: params.endpointId }
      const { secret, oldUntil } = await rotateSecret(tx, { ...key, sealer: parts.sealer, expireOldSecret })
      return { secret, oldSecretExpiresAt: momentOrNull(oldUntil) }
    },
  )
  store.outside(
    {
      method: 'DELETE',
      url: ONE,
      operationId: 'deleteWebhook',
      summary: 'Forget an endpoint, with what waits for it and its history',
      permission: 'webhooks:write',
      answer: null,
    },
    async ({ db, storeId, params, audit }) => {
      const key = { storeId, endpointId: params.endpointId }
      // Noted with the first step: what was begun can be repeated, and is in the log.
      await inStore(db, storeId, async (tx) => {
        await disableEndpoint(tx, key)
        await audit(tx)
      })
      await deleteEndpoint(db, key)
    },
  )
}

function endpointToWire(endpoint: EndpointDetails) {
  return {
    id: formatId('whe', endpoint.id),
    url: endpoint.url,
    events: endpoint.event_types,
    state: endpoint.disabled_at === null ? 'enabled' : 'disabled',
    disabledReason: endpoint.disabled_reason,
    disabledAt: momentOrNull(endpoint.disabled_at),
    failingSince: momentOrNull(endpoint.failing_since),
    oldSecretExpiresAt: momentOrNull(endpoint.old_secret_expires_at),
    pendingEvents: endpoint.waiting,
    abandonedEvents: endpoint.abandoned,
    createdAt: moment(endpoint.created_at),
    version: endpoint.version,
  }
}
