import { formatId } from '../../../server/src/ids.ts'
import { word } from '../scene.ts'
import { plantSent } from '../sales.ts'
import { plantEndpoint, plantParked, plantProvider, removeProvider, sandboxCredentials } from '../things.ts'
import { MANAGERS, OWNERS, type Setting, type Table } from './expectation.ts'

const anEndpoint = async (setting: Setting) => ({ endpointId: formatId('whe', await plantEndpoint(setting)) })
const sent = async (setting: Setting) => {
  const { endpointId, eventId } = await plantSent(setting)
  return { endpointId: formatId('whe', endpointId), eventId: formatId('evt', eventId) }
}

export const MONEY: Table = {
  listWebhooks: { may: MANAGERS, scope: 'webhooks:read', status: 200, request: () => ({ query: { limit: '200' } }) },
  createWebhook: {
    may: MANAGERS,
    scope: 'webhooks:write',
    status: 201,
    request: (setting) => ({ body: { url: `https://hook.invalid/${word(setting)}` } }),
  },
  getWebhook: {
    may: MANAGERS,
    scope: 'webhooks:read',
    status: 200,
    request: async (setting) => ({ params: await anEndpoint(setting) }),
  },
  updateWebhook: {
    may: MANAGERS,
    scope: 'webhooks:write',
    status: 200,
    request: async (setting) => ({
      params: await anEndpoint(setting),
      body: { events: ['checkout.paid'] },
      ifMatch: '"1"',
    }),
  },
  deleteWebhook: {
    may: MANAGERS,
    scope: 'webhooks:write',
    status: 204,
    request: async (setting) => ({ params: { endpointId: (await sent(setting)).endpointId } }),
  },
  enableWebhook: {
    may: MANAGERS,
    scope: 'webhooks:write',
    status: 200,
    request: async (setting) => {
      const endpointId = await plantEndpoint(setting)
      await setting.query(
        "update webhook_endpoints set disabled_at = now(), disabled_reason = 'operator' where store_id = $1 and id = $2",
        [setting.storeId, endpointId],
      )
      return { params: { endpointId: formatId('whe', endpointId) } }
    },
  },
  disableWebhook: {
    may: MANAGERS,
    scope: 'webhooks:write',
    status: 200,
    request: async (setting) => ({ params: { endpointId: (await sent(setting)).endpointId } }),
  },
  rotateWebhookSecret: {
    may: MANAGERS,
    scope: 'webhooks:write',
    status: 200,
    request: async (setting) => ({ params: await anEndpoint(setting), body: { expireOldSecret: true } }),
  },
  listWebhookAttempts: {
    may: MANAGERS,
    scope: 'webhooks:read',
    status: 200,
    request: async (setting) => ({ params: { endpointId: (await sent(setting)).endpointId } }),
  },
  testWebhook: {
    may: MANAGERS,
    scope: 'webhooks:write',
    status: 202,
    request: async (setting) => ({ params: await anEndpoint(setting) }),
  },
  resendEvent: {
    may: MANAGERS,
    scope: 'webhooks:write',
    status: 202,
    request: async (setting) => ({ params: await sent(setting) }),
  },
  resendFailedEvents: {
    may: MANAGERS,
    scope: 'webhooks:write',
    status: 202,
    request: async (setting) => ({
      params: { endpointId: (await sent(setting)).endpointId },
      body: { since: '2020-01-01T00:00:00.000Z' },
    }),
  },
  listPaymentProviders: { may: MANAGERS, scope: 'payments:read', status: 200, request: () => ({}), inEmpty: 4 },
  connectPaymentProvider: {
    may: OWNERS,
    scope: 'payments:write',
    status: 204,
    request: async (setting) => {
      await removeProvider(setting)
      return { params: { provider: 'sandbox' }, body: { credentials: sandboxCredentials(setting) } }
    },
    // The play money of another store is not this one's to refund.
    named: { 'body/credentials/store': 400 },
    late: true,
    free: ['provider'],
  },
  disconnectPaymentProvider: {
    may: OWNERS,
    scope: 'payments:write',
    status: 204,
    request: async (setting) => {
      await plantProvider(setting)
      return { params: { provider: 'sandbox' } }
    },
    free: ['provider'],
    late: true,
  },
  listParkedPayments: {
    may: MANAGERS,
    scope: 'payments:read',
    status: 200,
    request: () => ({ query: { limit: '200' } }),
    also: async () => [{ settled: 'true' }],
  },
  resolveParkedPayment: {
    may: OWNERS,
    scope: 'payments:write',
    status: 204,
    request: async (setting) => ({
      params: { parkedPaymentId: formatId('prk', await plantParked(setting)) },
      body: { note: 'seen' },
    }),
  },
}
