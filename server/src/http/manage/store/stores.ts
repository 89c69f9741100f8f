import { ListQuery } from '@quartermaster/contract/manage'
import {
  AdvanceClockBody,
  CreateStoreBody,
  PlanList,
  SetStorePlanBody,
  Store,
  StoreClock,
  StoreDetails,
  StorePage,
  UpdateStoreBody,
} from '@quartermaster/contract/manage-store'
import { createOwnedStore } from '../../../access/create-owned-store.ts'
import { listAllStores, listMyStores, type MyStore } from '../../../access/list-my-stores.ts'
import { COMMAND_LINE } from '../../../access/member.ts'
import { listPlans } from '../../../access/list-plans.ts'
import { recordAudit } from '../../../access/record-audit.ts'
import { formatId, newId, parseId, type StoreId } from '../../../ids.ts'
import { DEFAULT_PLAN } from '../../../stores/create-store.ts'
import { setStorePlan } from '../../../stores/set-store-plan.ts'
import { showStore, type StoreView } from '../../../stores/show-store.ts'
import { updateStore } from '../../../stores/update-store.ts'
import { advanceClock } from '../../../test-mode/advance-clock.ts'
import type { ManageApi } from '../manage-api.ts'
import { type PageQuery, readCursor, rowLimit, toPage } from '../pagination.ts'
import { readTimestamp, toNullableTimestamp, toTimestamp } from '../../json-api/timestamps.ts'
import { listTaxRates } from '../../../stores/taxes.ts'

export function storesRoutes({ parts, store, account }: ManageApi): void {
  account.signedIn(
    {
      method: 'GET',
      url: '/stores',
      operationId: 'listStores',
      summary: 'List your stores',
      query: ListQuery,
      response: StorePage,
    },
    async ({ caller: { accountId }, query }) => {
      const after = readStoreCursor(query)
      const rows = await listMyStores(parts.accounts, { accountId, limit: rowLimit(query), ...(after && { after }) })
      return storePage(rows, query)
    },
  )
  account.platform(
    {
      method: 'GET',
      url: '/platform/stores',
      operationId: 'listAllStores',
      summary: 'List all stores of the platform',
      query: ListQuery,
      response: StorePage,
      operatorOnly: true,
    },
    async ({ query }) => {
      const after = readStoreCursor(query)
      return storePage(await listAllStores(parts.accounts, { limit: rowLimit(query), ...(after && { after }) }), query)
    },
  )
  account.platform(
    {
      method: 'GET',
      url: '/platform/plans',
      operationId: 'listPlans',
      summary: 'List the plans that stores are on',
      response: PlanList,
      operatorOnly: true,
    },
    async () => ({ items: await listPlans(parts.accounts) }),
  )
  account.signedInTransaction(
    {
      method: 'POST',
      url: '/stores',
      operationId: 'createStore',
      summary: 'Create a store',
      description: 'You become its owner. The store starts on the plan `BASIC`.',
      body: CreateStoreBody,
      response: Store,
      status: 201,
    },
    async ({ caller, body, tx, request }) => {
      const accountId = caller?.accountId ?? null
      const storeId = newId<StoreId>()
      const { mode = 'live', ...fields } = body
      await createOwnedStore(tx, { storeId, accountId, ...fields, mode, plan: DEFAULT_PLAN, expiresAt: null })
      await recordAudit(tx, {
        storeId,
        actor: caller ? { kind: 'member', id: caller.accountId, name: caller.email } : COMMAND_LINE,
        action: 'createStore',
        subject: formatId('sto', storeId),
        details: {},
        address: request.identity.address,
        requestId: request.id,
      })
      return storeToWire(await showStore(tx, storeId))
    },
  )
  store.route(
    {
      method: 'GET',
      url: '/stores/:storeId',
      operationId: 'getStore',
      summary: 'Get a store',
      description: 'With the permissions of the caller in this store.',
      permission: 'store:read',
      response: StoreDetails,
    },
    async ({ tx, storeId, actor }) => ({
      ...storeToWire(await showStore(tx, storeId)),
      gamesUrl: parts.payments.apiUrl,
      permissions: [...actor.permissions],
    }),
  )
  store.route(
    {
      method: 'PATCH',
      url: '/stores/:storeId',
      operationId: 'updateStore',
      summary: 'Update a store',
      permission: 'store:write',
      body: UpdateStoreBody,
      response: Store,
      ifMatch: true,
    },
    async ({ tx, storeId, body, expectVersion, note, requireProof }) => {
      if (body.requiresSecondFactor !== undefined) requireProof()
      note({ details: { changed: Object.keys(body) } })
      return storeToWire(await updateStore(tx, { ...body, ...expectVersion, storeId }))
    },
  )
  store.route(
    {
      method: 'PUT',
      url: '/stores/:storeId/plan',
      operationId: 'setStorePlan',
      summary: 'Set the plan of a store',
      description: 'Only operators of the platform can do this.',
      permission: 'store:plan',
      body: SetStorePlanBody,
      response: Store,
      ifMatch: true,
    },
    async ({ tx, storeId, body, expectVersion, note }) => {
      const expiresAt = body.expiresAt === null ? null : readTimestamp(body.expiresAt, 'body/expiresAt')
      note({ details: { plan: body.plan, expiresAt: body.expiresAt } })
      return storeToWire(await setStorePlan(tx, { storeId, plan: body.plan, expiresAt, ...expectVersion }))
    },
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/clock/advance',
      operationId: 'advanceClock',
      summary: 'Advance the clock of a test store',
      description: 'Shows today what would happen later, such as an expiry. A live store has no such clock.',
      permission: 'store:write',
      body: AdvanceClockBody,
      response: StoreClock,
    },
    async ({ tx, storeId, body, note }) => {
      note({ details: { ...body } })
      const { now } = await advanceClock(tx, { storeId, seconds: body.seconds })
      return { now: toTimestamp(now) }
    },
  )
}

function readStoreCursor(query: PageQuery): StoreId | undefined {
  return readCursor(query, (key) => parseId<StoreId>('sto', key))
}

function storePage(rows: MyStore[], query: PageQuery) {
  return toPage(rows, query, {
    toItem: ({ id, expiresAt, ...rest }) => ({
      ...rest,
      id: formatId('sto', id),
      expiresAt: toNullableTimestamp(expiresAt),
    }),
    keyOf: ({ id }) => formatId('sto', id),
  })
}

function storeToWire(view: StoreView) {
  const { id, expiresAt, defaultServerId, taxRates, createdAt, ...rest } = view
  return {
    ...rest,
    id: formatId('sto', id),
    expiresAt: toNullableTimestamp(expiresAt),
    defaultServerId: defaultServerId === null ? null : formatId('srv', defaultServerId),
    taxRates: listTaxRates(taxRates),
    createdAt: toTimestamp(createdAt),
  }
}
