import { ConnectPaymentProviderBody, PaymentProviderList } from '@quartermaster/contract/manage-payments'
import { AppError } from '../../../errors.ts'
import { callbackUrl } from '../../../payments/callback-url.ts'
import { connectPaymentProvider } from '../../../payments/connections/connect-payment-provider.ts'
import { disconnectPaymentProvider } from '../../../payments/connections/disconnect-payment-provider.ts'
import { listConnections } from '../../../payments/connections/list-connections.ts'
import { type CredentialField, type ProviderName, PROVIDERS } from '../../../payments/provider.ts'
import { sandboxCredentials } from '../../../payments/sandbox/sandbox-credentials.ts'
import type { ManageApi } from '../manage-api.ts'
import { toTimestamp } from '../../json-api/timestamps.ts'

const PROVIDER = '/stores/:storeId/payment-providers/:provider'

export function paymentProviderRoutes({ parts, store }: ManageApi): void {
  const { connections } = parts.payments

  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/payment-providers',
      operationId: 'listPaymentProviders',
      summary: 'List payment providers',
      description: 'All supported providers, whether they are connected, and the credentials that they need.',
      permission: 'payments:read',
      response: PaymentProviderList,
    },
    async ({ tx, storeId }) => {
      const connected = await listConnections(tx, storeId)
      const items = PROVIDERS.map(async (name) => {
        const connection = connected.find(({ provider }) => provider === name)
        const { fields } = await connections.provider(name)
        return {
          name,
          isConnected: connection !== undefined,
          connectedAt: connection ? toTimestamp(connection.updatedAt) : null,
          mode: connection?.mode ?? null,
          // The server creates the credentials of the sandbox.
          fields: name === 'sandbox' ? [] : fields.map(fieldToWire),
          callbackUrl: callbackUrl(parts.payments.apiUrl, { storeId, provider: name }),
        }
      })
      return { items: await Promise.all(items) }
    },
  )
  store.routeInSteps(
    {
      method: 'PUT',
      url: PROVIDER,
      operationId: 'connectPaymentProvider',
      summary: 'Connect a payment provider',
      description:
        'Asks the provider whether it accepts the credentials, and stores them or replaces those that are stored. They are stored encrypted and never returned. Their mode must be the mode of the store: live credentials in a live store, test credentials in a test store. Without the field of a webhook, the webhook is created at the provider.',
      permission: 'payments:write',
      requiresRecentAuthentication: true,
      body: ConnectPaymentProviderBody,
      response: null,
      errors: { 502: 'The payment provider rejected the credentials.' },
    },
    async ({ db, storeId, params, body, note, audit }) => {
      const provider = await connections.provider(readProvider(params.provider))
      note({ details: { fields: Object.keys(body.credentials) } })
      const credentials = { ...(provider.name === 'sandbox' && sandboxCredentials(storeId)), ...body.credentials }
      await connectPaymentProvider({ ...parts.payments, db }, { storeId, provider, credentials, alongside: audit })
    },
  )
  store.route(
    {
      method: 'DELETE',
      url: PROVIDER,
      operationId: 'disconnectPaymentProvider',
      summary: 'Disconnect a payment provider',
      description:
        'Deletes the credentials. Paid checkouts do not change, but open payments can no longer be reconciled.',
      permission: 'payments:write',
      requiresRecentAuthentication: true,
      response: null,
    },
    async ({ tx, storeId, params }) =>
      disconnectPaymentProvider(tx, { storeId, provider: readProvider(params.provider) }),
  )
}

function fieldToWire({ name, hint, isOptional }: CredentialField) {
  return { name, description: hint, isOptional: isOptional === true }
}

function readProvider(text: string): ProviderName {
  const provider = PROVIDERS.find((name) => name === text)
  if (!provider) throw new AppError('not_found', `No such payment provider. Use one of: ${PROVIDERS.join(', ')}.`)
  return provider
}
