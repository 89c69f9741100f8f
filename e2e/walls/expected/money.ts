import {
  addParkedPayment,
  addWebhook,
  connectSandbox,
  disconnectSandbox,
  sandboxCredentials,
} from '../fixtures/catalog.ts'
import { addFailedEvent } from '../fixtures/payments.ts'
import { uniqueName } from '../store-context.ts'
import { LIST, managers, owners, type RequestContext, type Table } from './expectation.ts'

const disabledWebhook = async (context: RequestContext) => {
  const webhook = await addWebhook(context)
  await context.query(
    "update webhook_endpoints set disabled_at = now(), disabled_reason = 'operator' where store_id = $1 and id = $2",
    [context.storeId, webhook.endpointId],
  )
  return webhook
}

const ONE_CONNECTION = { isSingle: true, sharedNames: ['provider'] } as const

export const MONEY: Table = {
  listWebhooks: managers('webhooks:read', 200, LIST),
  createWebhook: managers('webhooks:write', 201, {
    body: (context) => ({ url: `https://hook.invalid/${uniqueName(context)}` }),
  }),
  getWebhook: managers('webhooks:read', 200, { params: addWebhook }),
  updateWebhook: managers('webhooks:write', 200, {
    params: addWebhook,
    body: { events: ['checkout.paid'] },
    ifMatch: '"1"',
  }),
  deleteWebhook: managers('webhooks:write', 204, { params: addFailedEvent }),
  enableWebhook: managers('webhooks:write', 200, { params: disabledWebhook }),
  disableWebhook: managers('webhooks:write', 200, { params: addFailedEvent }),
  rotateWebhookSecret: managers('webhooks:write', 200, { params: addWebhook, body: { expireOldSecret: true } }),
  listWebhookAttempts: managers('webhooks:read', 200, { params: addFailedEvent }),
  testWebhook: managers('webhooks:write', 202, { params: addWebhook }),
  resendEvent: managers('webhooks:write', 202, { params: addFailedEvent }),
  resendFailedEvents: managers('webhooks:write', 202, {
    params: addFailedEvent,
    body: { since: '2020-01-01T00:00:00.000Z' },
  }),
  listPaymentProviders: managers('payments:read', 200, { itemsInEmptyStore: 4 }),
  connectPaymentProvider: owners('payments:write', 204, {
    params: disconnectSandbox,
    body: (context) => ({ credentials: sandboxCredentials(context) }),
    // A store can use only its own play money.
    idsInBody: { 'body/credentials/store': 400 },
    ...ONE_CONNECTION,
  }),
  disconnectPaymentProvider: owners('payments:write', 204, { params: connectSandbox, ...ONE_CONNECTION }),
  listParkedPayments: managers('payments:read', 200, { ...LIST, filters: [{ includeResolved: 'true' }] }),
  resolveParkedPayment: owners('payments:write', 204, { params: addParkedPayment, body: { note: 'seen' } }),
}
