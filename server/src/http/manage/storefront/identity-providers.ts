import { ConnectIdentityProviderBody, IdentityProviderList } from '@quartermaster/contract/manage-storefront'
import { AppError } from '../../../errors.ts'
import {
  connectIdentityProvider,
  disconnectIdentityProvider,
  findIdentityConnection,
} from '../../../storefront/identity/connections.ts'
import { redirectUri } from '../../../storefront/identity/discord.ts'
import type { ManageApi } from '../manage-api.ts'
import { toTimestamp } from '../../json-api/timestamps.ts'

const PROVIDERS = '/stores/:storeId/identity-providers'
const PROVIDER = `${PROVIDERS}/:provider` as const

/** The services that need an application of the store. */
export function identityProviderRoutes({ parts, store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: PROVIDERS,
      operationId: 'listIdentityProviders',
      summary: 'List identity providers',
      description: 'The services that sign players in and need an application of the store.',
      permission: 'catalog:read',
      response: IdentityProviderList,
    },
    async ({ tx, storeId }) => {
      const found = await findIdentityConnection(tx, { storeId, provider: 'discord' })
      const item = {
        name: 'discord',
        isConnected: found !== undefined,
        connectedAt: found ? toTimestamp(found.updatedAt) : null,
        clientId: found?.clientId ?? null,
        redirectPath: redirectUri(''),
      }
      return { items: [item] }
    },
  )
  store.route(
    {
      method: 'PUT',
      url: PROVIDER,
      operationId: 'connectIdentityProvider',
      summary: 'Connect an identity provider',
      description:
        'Stores the application of the store at the service, or replaces it. The secret is stored encrypted and never returned.',
      permission: 'store:write',
      requiresRecentAuthentication: true,
      body: ConnectIdentityProviderBody,
      response: null,
    },
    async ({ tx, storeId, params, body }) =>
      connectIdentityProvider(tx, {
        sealer: parts.payments.sealer,
        storeId,
        provider: readProvider(params.provider),
        ...body,
      }),
  )
  store.route(
    {
      method: 'DELETE',
      url: PROVIDER,
      operationId: 'disconnectIdentityProvider',
      summary: 'Disconnect an identity provider',
      description: 'Deletes the application. Players who are signed in stay signed in.',
      permission: 'store:write',
      requiresRecentAuthentication: true,
      response: null,
    },
    async ({ tx, storeId, params }) =>
      disconnectIdentityProvider(tx, { storeId, provider: readProvider(params.provider) }),
  )
}

function readProvider(text: string): 'discord' {
  if (text === 'discord') return text
  throw new AppError('not_found', 'No such identity provider. Only discord needs an application.')
}
