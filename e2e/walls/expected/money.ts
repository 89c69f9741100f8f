import { addWebhook, connectSandbox, disconnectSandbox, sandboxCredentials } from '../fixtures/catalog.ts'
import { addFailedEvent } from '../fixtures/payments.ts'
import { uniqueName } from '../store-context.ts'
import type { RequestContext, Table } from './expectation.ts'

const disabledWebhook = async (context: RequestContext) => {
  const webhook = await addWebhook(context)
  await context.query(
    "update webhook_endpoints set disabled_at = now(), disabled_reason = 'operator' where store_id = $1 and id = $2",
    [context.storeId, webhook.endpointId],
  )
  return webhook
}

const ONE_CONNECTION = { isSingle: true } as const

export const MONEY: Table = {
  createWebhook: { body: (context) => ({ url: `https://hook.invalid/${uniqueName(context)}` }) },
  updateWebhook: { body: { events: ['checkout.paid'] } },
  deleteWebhook: { params: addFailedEvent },
  enableWebhook: { params: disabledWebhook },
  disableWebhook: { params: addFailedEvent },
  rotateWebhookSecret: { body: { expireOldSecret: true } },
  listWebhookAttempts: { params: addFailedEvent },
  resendFailedEvents: { params: addFailedEvent, body: { since: '2020-01-01T00:00:00.000Z' } },
  listPaymentProviders: { itemsInEmptyStore: 4 },
  connectPaymentProvider: {
    params: disconnectSandbox,
    body: (context) => ({ credentials: sandboxCredentials(context) }),
    // A store can use only its own play money.
    idsInBody: { 'body/credentials/store': 400 },
    ...ONE_CONNECTION,
  },
  disconnectPaymentProvider: { params: connectSandbox, ...ONE_CONNECTION },
  listParkedPayments: { filters: [{ includeResolved: 'true' }] },
  resolveParkedPayment: { body: { note: 'seen' } },
}
