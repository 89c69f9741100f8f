import type { Manage } from '@quartermaster/sdk'
import type { Config } from '../../config.ts'
import { type Database, inStore, type Tx } from '../../db/database.ts'
import { addEndpoint } from '../../webhooks/endpoints/add-endpoint.ts'
import { disableEndpoint } from '../../webhooks/endpoints/disable-endpoint.ts'
import { enableEndpoint } from '../../webhooks/endpoints/enable-endpoint.ts'
import { type EndpointKey, storeOfEndpoint } from '../../webhooks/endpoints/endpoint.ts'
import { listAttempts } from '../../webhooks/endpoints/list-attempts.ts'
import { type EndpointDetails, listEndpoints } from '../../webhooks/endpoints/list-endpoints.ts'
import { deleteEndpoint } from '../../webhooks/endpoints/delete-endpoint.ts'
import { resendEvent, resendFailedEvents } from '../../webhooks/endpoints/resend-events.ts'
import { rotateSecret } from '../../webhooks/endpoints/rotate-secret.ts'
import { testEndpoint } from '../../webhooks/endpoints/test-endpoint.ts'
import { type EndpointId, type EventId, formatId, type StoreId } from '../../ids.ts'
import { createSealer } from '../../seal.ts'
import { byHand } from '../by-hand.ts'
import { readDate, type RemoteStore, upTo } from './remote-store.ts'

/** Operators may name an endpoint alone. */
export type EndpointName = { endpointId: EndpointId; storeId?: StoreId }

type NewEndpoint = { storeId: StoreId; url: string; eventTypes: string[] }
type ShownEndpoint = {
  id: string
  url: string
  events: string[]
  failingSince: Date | null
  disabledAt: Date | null
  disabledReason: string | null
  oldSecretExpiresAt: Date | null
  waiting: number
  abandonedEvents: number
}
type ShownAttempt = {
  eventId: string
  type: string | null
  sentAt: Date
  status: number | null
  error: string | null
  ms: number
}

export type WebhookDesk = {
  list: (storeId: StoreId) => Promise<ShownEndpoint[]>
  add: (endpoint: NewEndpoint) => Promise<{ id: string; url: string; secret: string }>
  disable: (name: EndpointName) => Promise<void>
  enable: (name: EndpointName) => Promise<void>
  remove: (name: EndpointName) => Promise<void>
  rotateSecret: (
    name: EndpointName & { expireOldSecret: boolean },
  ) => Promise<{ secret: string; oldSecretExpiresAt: Date | null }>
  /** The event that is sent. */
  test: (name: EndpointName) => Promise<{ eventId: string }>
  /** The newest first. */
  history: (wanted: EndpointName & { eventId?: EventId; most: number }) => Promise<ShownAttempt[]>
  /** How many are sent again. */
  resend: (wanted: EndpointName & { eventId: EventId }) => Promise<number>
  resendFailedEvents: (wanted: EndpointName & { since: Date }) => Promise<number>
}

export function localWebhooks({ app, reader }: Database, { secretKeys, webhookAllow }: Config): WebhookDesk {
  async function change<T>(name: EndpointName, action: string, work: (tx: Tx, key: EndpointKey) => Promise<T>) {
    const key = await whole(name)
    return byHand(app, deedOn(key, action), (tx) => work(tx, key))
  }
  const whole = async ({ endpointId, storeId }: EndpointName): Promise<EndpointKey> => ({
    endpointId,
    storeId: storeId ?? (await storeOfEndpoint(reader, endpointId)),
  })
  return {
    list: async (storeId) => (await listEndpoints(app, storeId)).map(rowToShown),
    async add(endpoint) {
      const subject = (made: { id: EndpointId }) => formatId('whe', made.id)
      const { id, url, secret } = await byHand(
        app,
        { storeId: endpoint.storeId, action: 'createWebhook', subject },
        (tx) => addEndpoint(tx, { ...endpoint, sealer: createSealer(secretKeys), allowed: webhookAllow }),
      )
      return { id: formatId('whe', id), url, secret }
    },
    disable: (name) => change(name, 'disableWebhook', disableEndpoint),
    enable: (name) => change(name, 'enableWebhook', enableEndpoint),
    async remove(name) {
      const key = await whole(name)
      // Noted with the first step: what was begun can be repeated, and is in the log.
      await byHand(app, deedOn(key, 'deleteWebhook'), (tx) => disableEndpoint(tx, key))
      await deleteEndpoint(app, key)
    },
    async rotateSecret({ expireOldSecret, ...name }) {
      const sealer = createSealer(secretKeys)
      const { secret, oldUntil } = await change(name, 'rotateWebhookSecret', (tx, key) =>
        rotateSecret(tx, { ...key, sealer, expireOldSecret }),
      )
      return { secret, oldSecretExpiresAt: oldUntil }
    },
    test: async (name) => ({ eventId: formatId('evt', await change(name, 'testWebhook', testEndpoint)) }),
    async history({ eventId, most, ...name }) {
      const key = await whole(name)
      const rows = await inStore(app, key.storeId, (tx) =>
        listAttempts(tx, { ...key, most, ...(eventId && { eventId }) }),
      )
      return rows.map(({ event_id: id, sent_at: sentAt, ...row }) => ({ eventId: formatId('evt', id), sentAt, ...row }))
    },
    resend: ({ eventId, ...name }) => change(name, 'resendEvent', (tx, key) => resendEvent(tx, { ...key, eventId })),
    resendFailedEvents: ({ since, ...name }) =>
      change(name, 'resendFailedEvents', (tx, key) => resendFailedEvents(tx, { ...key, since })),
  }
}

function deedOn({ storeId, endpointId }: EndpointKey, action: string) {
  return { storeId, action, subject: formatId('whe', endpointId) }
}

export function remoteWebhooks({ manage, storeId: storeOf }: RemoteStore): WebhookDesk {
  const whole = async ({ endpointId, storeId }: EndpointName) => ({
    endpointId: formatId('whe', endpointId),
    storeId: await storeOf(storeId),
  })
  return {
    async list(named) {
      const { items } = await manage.listWebhooks({ storeId: await storeOf(named), limit: 200 })
      return items.map(wireToShown)
    },
    add: async ({ storeId, url, eventTypes: events }) =>
      manage.createWebhook({ storeId: await storeOf(storeId), url, events }),
    async disable(name) {
      await manage.disableWebhook(await whole(name))
    },
    async enable(name) {
      await manage.enableWebhook(await whole(name))
    },
    async remove(name) {
      await manage.deleteWebhook(await whole(name))
    },
    async rotateSecret({ expireOldSecret, ...name }) {
      const { secret, oldSecretExpiresAt } = await manage.rotateWebhookSecret({
        ...(await whole(name)),
        expireOldSecret,
      })
      return { secret, oldSecretExpiresAt: readDate(oldSecretExpiresAt) }
    },
    test: async (name) => manage.testWebhook(await whole(name)),
    async history({ eventId, most, ...name }) {
      const wanted = { ...(await whole(name)), ...(eventId && { eventId: formatId('evt', eventId) }) }
      const found = await upTo(most, manage.listWebhookAttempts.each(wanted))
      return found.map(({ sentAt, ...attempt }) => ({ ...attempt, sentAt: readDate(sentAt) }))
    },
    async resend({ eventId, ...name }) {
      return (await manage.resendEvent({ ...(await whole(name)), eventId: formatId('evt', eventId) })).resent
    },
    async resendFailedEvents({ since, ...name }) {
      return (await manage.resendFailedEvents({ ...(await whole(name)), since: since.toISOString() })).resent
    },
  }
}

function rowToShown(endpoint: EndpointDetails): ShownEndpoint {
  return {
    id: formatId('whe', endpoint.id),
    url: endpoint.url,
    events: endpoint.event_types,
    failingSince: endpoint.failing_since,
    disabledAt: endpoint.disabled_at,
    disabledReason: endpoint.disabled_reason,
    oldSecretExpiresAt: endpoint.old_secret_expires_at,
    waiting: endpoint.waiting,
    abandonedEvents: endpoint.abandoned,
  }
}

function wireToShown(endpoint: Manage.WebhookEndpoint): ShownEndpoint {
  const { id, url, events, disabledReason, waiting, abandonedEvents } = endpoint
  return {
    id,
    url,
    events,
    failingSince: readDate(endpoint.failingSince),
    disabledAt: readDate(endpoint.disabledAt),
    disabledReason,
    oldSecretExpiresAt: readDate(endpoint.oldSecretExpiresAt),
    waiting,
    abandonedEvents,
  }
}
