import { formatId } from '../../../server/src/ids.ts'
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

const endpoint = async (context: RequestContext) => ({ endpointId: formatId('whe', await addWebhook(context)) })
const disabledEndpoint = async (context: RequestContext) => {
  const endpointId = await addWebhook(context)
  await context.query(
    "update webhook_endpoints set disabled_at = now(), disabled_reason = 'operator' where store_id = $1 and id = $2",
    [context.storeId, endpointId],
  )
  return { endpointId: formatId('whe', endpointId) }
}
const failedEvent = async (context: RequestContext) => {
  const { endpointId, eventId } = await addFailedEvent(context)
  return { endpointId: formatId('whe', endpointId), eventId: formatId('evt', eventId) }
}
const endpointWithAttempts = async (context: RequestContext) => {
  const { endpointId } = await failedEvent(context)
  return { endpointId }
}
const parkedPayment = async (context: RequestContext) => ({
  parkedPaymentId: formatId('prk', await addParkedPayment(context)),
})
const SANDBOX = { provider: 'sandbox' }

export const MONEY: Table = {
  listWebhooks: managers('webhooks:read', 200, LIST),
  createWebhook: managers('webhooks:write', 201, {
    body: (context) => ({ url: `https://hook.invalid/${uniqueName(context)}` }),
  }),
  getWebhook: managers('webhooks:read', 200, { params: endpoint }),
  updateWebhook: managers('webhooks:write', 200, {
    params: endpoint,
    body: { events: ['checkout.paid'] },
    ifMatch: '"1"',
  }),
  deleteWebhook: managers('webhooks:write', 204, { params: endpointWithAttempts }),
  enableWebhook: managers('webhooks:write', 200, { params: disabledEndpoint }),
  disableWebhook: managers('webhooks:write', 200, { params: endpointWithAttempts }),
  rotateWebhookSecret: managers('webhooks:write', 200, { params: endpoint, body: { expireOldSecret: true } }),
  listWebhookAttempts: managers('webhooks:read', 200, { params: endpointWithAttempts }),
  testWebhook: managers('webhooks:write', 202, { params: endpoint }),
  resendEvent: managers('webhooks:write', 202, { params: failedEvent }),
  resendFailedEvents: managers('webhooks:write', 202, {
    params: endpointWithAttempts,
    body: { since: '2020-01-01T00:00:00.000Z' },
  }),
  listPaymentProviders: managers('payments:read', 200, {}, { itemsInEmptyStore: 4 }),
  connectPaymentProvider: owners(
    'payments:write',
    204,
    async (context) => {
      await disconnectSandbox(context)
      return { params: SANDBOX, body: { credentials: sandboxCredentials(context) } }
    },
    // A store can use only its own play money.
    { idsInBody: { 'body/credentials/store': 400 }, isSingle: true, sharedNames: ['provider'] },
  ),
  disconnectPaymentProvider: owners(
    'payments:write',
    204,
    async (context) => {
      await connectSandbox(context)
      return { params: SANDBOX }
    },
    { isSingle: true, sharedNames: ['provider'] },
  ),
  listParkedPayments: managers('payments:read', 200, LIST, { filters: async () => [{ includeResolved: 'true' }] }),
  resolveParkedPayment: owners('payments:write', 204, { params: parkedPayment, body: { note: 'seen' } }),
}
