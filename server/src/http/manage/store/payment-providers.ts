import {
  CredentialsBody,
  PARKED_QUERY,
  ParkedPayment,
  ParkedPaymentPage,
  PaymentProvider,
  PaymentProviderPage,
  ResolveParkedBody,
} from '@quartermaster/contract/manage-payments'
import { AppError } from '../../../errors.ts'
import { formatId, parseId, type ParkedId } from '../../../ids.ts'
import { callbackUrl } from '../../../payments/callback-url.ts'
import { connectProviderCredentials } from '../../../payments/connections/connect-provider.ts'
import { disconnectProviderCredentials } from '../../../payments/connections/disconnect-provider.ts'
import { listConnections } from '../../../payments/connections/list-connections.ts'
import { listParked, type Parked } from '../../../payments/parked/list-parked.ts'
import { type ProviderName, PROVIDERS } from '../../../payments/provider.ts'
import { sandboxCredentials } from '../../../payments/sandbox/sandbox-credentials.ts'
import { resolveParked } from '../../../payments/parked/resolve-parked.ts'
import { mostOf, readCursor, toPage } from '../cursor.ts'
import { moment } from '../moment.ts'
import type { Surface } from '../surface.ts'

const ONE = '/stores/:storeId/payment-providers/:provider'

export function paymentProviderRoutes({ parts, store, publish }: Surface): void {
  publish(PaymentProvider, PaymentProviderPage, ParkedPayment, ParkedPaymentPage)
  const { accounts } = parts.payments

  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/payment-providers',
      operationId: 'listPaymentProviders',
      summary: 'Who can take money for the store, and what it takes to connect them',
      permission: 'payments:read',
      answer: 'PaymentProviderPage',
    },
    async ({ tx, storeId }) => {
      const connected = await listConnections(tx, storeId)
      const items = PROVIDERS.map(async (name) => {
        const account = connected.find(({ provider }) => provider === name)
        const { fields } = await accounts.provider(name)
        return {
          name,
          connected: account !== undefined,
          connectedAt: account ? moment(account.updatedAt) : null,
          // What the sandbox needs is made here.
          fields: name === 'sandbox' ? [] : fields.map(({ name: field, hint }) => ({ name: field, hint })),
          callbackUrl: callbackUrl(parts.publicUrl, { storeId, provider: name }),
        }
      })
      return { items: await Promise.all(items), next: null }
    },
  )
  store.route(
    {
      method: 'PUT',
      url: ONE,
      operationId: 'connectPaymentProvider',
      summary: 'Connect a provider, or change how it is connected',
      description: 'What you enter is kept sealed and never shown again.',
      permission: 'payments:write',
      proof: true,
      body: CredentialsBody,
      answer: null,
    },
    async ({ tx, storeId, params, body, note }) => {
      const provider = await accounts.provider(readProvider(params.provider))
      note({ details: { fields: Object.keys(body.credentials) } })
      // Play money needs none; what is given all the same must be this store's.
      const credentials = { ...(provider.name === 'sandbox' && sandboxCredentials(storeId)), ...body.credentials }
      await connectProviderCredentials(tx, { sealer: parts.sealer, storeId, provider, credentials })
    },
  )
  store.route(
    {
      method: 'DELETE',
      url: ONE,
      operationId: 'disconnectPaymentProvider',
      summary: 'Forget how a provider is connected',
      description: 'What was sold stays; what is still open can no longer be asked about.',
      permission: 'payments:write',
      answer: null,
    },
    async ({ tx, storeId, params }) =>
      disconnectProviderCredentials(tx, { storeId, provider: readProvider(params.provider) }),
  )
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId/parked-payments',
      operationId: 'listParkedPayments',
      summary: 'Payments that fit no checkout and wait for a person, oldest first',
      permission: 'payments:read',
      query: PARKED_QUERY,
      answer: 'ParkedPaymentPage',
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, (key) => parseId<ParkedId>('prk', key))
      const includeResolved = query.includeResolved === true
      const rows = await listParked(tx, { storeId, includeResolved, most: mostOf(query), ...(after && { after }) })
      return toPage(rows, query, { show: parkedToWire, keyOf: ({ id }) => formatId('prk', id) })
    },
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/parked-payments/:parkedId/resolve',
      operationId: 'resolveParkedPayment',
      summary: 'Note that a parked payment was dealt with, and how',
      description: 'It changes nothing else: whatever was needed was done elsewhere.',
      permission: 'payments:write',
      body: ResolveParkedBody,
      answer: null,
    },
    async ({ tx, storeId, params, body }) => {
      await resolveParked(tx, { storeId, parkedId: params.parkedId, note: body.note })
    },
  )
}

function readProvider(text: string): ProviderName {
  const provider = PROVIDERS.find((name) => name === text)
  if (!provider) throw new AppError('not_found', `No such payment provider; there are ${PROVIDERS.join(', ')}`)
  return provider
}

function parkedToWire({ id, provider, reason, subject, checkoutId, facts, parkedAt, resolutionNote }: Parked) {
  return {
    id: formatId('prk', id),
    provider,
    reason,
    providerReference: subject,
    checkoutId: checkoutId === null ? null : formatId('chk', checkoutId),
    amountMinor: facts.paid?.amountMinor ?? null,
    currency: facts.paid?.currency ?? null,
    parkedAt: moment(parkedAt),
    resolutionNote,
  }
}
