import { AddDomainBody, ChooseLabelBody, StoreHost, StoreHostList } from '@quartermaster/contract/manage-hosts'
import { AppError } from '../../errors.ts'
import type { StoreId } from '../../ids.ts'
import { addDomain } from '../../stores/hosts/add-domain.ts'
import { checkDomain } from '../../stores/hosts/check-domain.ts'
import { chooseLabel } from '../../stores/hosts/choose-label.ts'
import { removeHost } from '../../stores/hosts/remove-host.ts'
import { requireOtherDomain, requireOtherHost } from '../../stores/hosts/require-other-host.ts'
import { listHosts, proofOf, type StoreHost as Host } from '../../stores/hosts/store-host.ts'
import { originOf } from '../../stores/hosts/store-origin.ts'
import type { ManageApi } from './manage-api.ts'
import { toNullableTimestamp, toTimestamp } from '../json-api/timestamps.ts'

const HOSTS = '/stores/:storeId/hosts'
const HOST = `${HOSTS}/:host` as const

export function hostRoutes({ parts, store }: ManageApi): void {
  const { publicUrl, apiUrl, storefrontDomain } = parts.payments
  /** An owner opens the address at once. Other processes know it within a second. */
  const afterwards = parts.readHosts
  const settings = { publicUrl, apiUrl, storefrontDomain, singleOwner: parts.singleOwner }

  function toWire(storeId: StoreId, { host, kind, createdAt, provedAt }: Host) {
    const isServed = provedAt !== null && (kind === 'domain' || storefrontDomain !== undefined)
    return {
      host,
      kind,
      url: isServed ? originOf({ host, kind }, settings) : null,
      proof: kind === 'domain' ? { type: 'TXT' as const, ...proofOf({ storeId, host }) } : null,
      createdAt: toTimestamp(createdAt),
      provedAt: toNullableTimestamp(provedAt),
    }
  }

  store.route(
    {
      method: 'GET',
      url: HOSTS,
      operationId: 'listHosts',
      summary: 'List the hosts of the store',
      description: 'Oldest first.',
      permission: 'store:read',
      response: StoreHostList,
    },
    async ({ tx, storeId }) => ({
      items: (await listHosts(tx, storeId)).map((host) => toWire(storeId, host)),
      labelDomain: storefrontDomain ?? null,
    }),
  )
  store.route(
    {
      method: 'PUT',
      url: `${HOSTS}/label`,
      operationId: 'chooseLabel',
      summary: 'Choose the label of the store',
      description:
        'The store is served at the label below the domain of the platform. A label that it had before is no longer served, and no other store can choose it.',
      ...(afterwards && { afterwards }),
      permission: 'store:write',
      requiresRecentAuthentication: true,
      body: ChooseLabelBody,
      response: StoreHost,
    },
    async ({ tx, storeId, body, note }) => {
      if (storefrontDomain === undefined)
        throw new AppError(
          'not_configured',
          'This platform has no domain for stores. Its operator can set STOREFRONT_DOMAIN.',
        )
      const chosen = await chooseLabel(tx, { storeId, label: body.label })
      requireOtherHost(`${chosen.host}.${storefrontDomain}`, settings)
      note({ details: { label: chosen.host } })
      return toWire(storeId, chosen)
    },
  )
  store.route(
    {
      method: 'POST',
      url: HOSTS,
      operationId: 'addDomain',
      summary: 'Add a domain of your own',
      description: 'Create the DNS record in `proof`, point the domain at the platform, then check the domain.',
      permission: 'store:write',
      requiresRecentAuthentication: true,
      body: AddDomainBody,
      response: StoreHost,
      status: 201,
    },
    async ({ tx, storeId, body, note }) => {
      const added = await addDomain(tx, { storeId, domain: body.domain })
      requireOtherDomain(added.host, settings)
      note({ details: { domain: added.host } })
      return toWire(storeId, added)
    },
  )
  store.routeInSteps(
    {
      method: 'POST',
      url: `${HOST}/check`,
      operationId: 'checkDomain',
      summary: 'Check the DNS record of a domain',
      description: 'If the record exists, the store is served at this domain within a second.',
      ...(afterwards && { afterwards }),
      permission: 'store:write',
      requiresRecentAuthentication: true,
      response: StoreHost,
    },
    async ({ db, storeId, params: { host }, note, audit }) => {
      note({ details: { host } })
      return toWire(storeId, await checkDomain(db, { storeId, host, resolve: parts.resolveTxt, alongside: audit }))
    },
  )
  store.route(
    {
      method: 'DELETE',
      url: HOST,
      operationId: 'removeHost',
      summary: 'Remove a host of the store',
      ...(afterwards && { afterwards }),
      permission: 'store:write',
      requiresRecentAuthentication: true,
      response: null,
    },
    async ({ tx, storeId, params: { host }, note }) => {
      note({ details: { host } })
      await removeHost(tx, { storeId, host })
    },
  )
}
