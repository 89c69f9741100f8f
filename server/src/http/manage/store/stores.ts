import {
  ClockBody,
  LIST_QUERY,
  ManagedStore,
  MyStore,
  MyStorePage,
  NewStoreBody,
  PlanBody,
  PlanList,
  StoreClock,
  StoreEdit,
} from '@quartermaster/contract/manage-store'
import { createOwnedStore } from '../../../access/create-owned-store.ts'
import { listAllStores, listMyStores, type MyStore as Mine } from '../../../access/list-my-stores.ts'
import { COMMAND_LINE } from '../../../access/member.ts'
import { listPlans } from '../../../access/list-plans.ts'
import { recordAudit } from '../../../access/record-audit.ts'
import { formatId, newId, parseId, type StoreId } from '../../../ids.ts'
import { setStorePlan } from '../../../stores/set-plan.ts'
import { showStore, type StoreView } from '../../../stores/show-store.ts'
import { updateStore } from '../../../stores/update-store.ts'
import { advanceClock } from '../../../test-mode/advance-clock.ts'
import { mostOf, type PageQuery, readCursor, toPage } from '../cursor.ts'
import { moment, momentOrNull, readMoment } from '../moment.ts'
import type { Surface } from '../surface.ts'

/** A store of one's own begins on this plan; operators change it. */
const FIRST_PLAN = 'BASIC'

export function storesRoutes({ parts, store, account, publish }: Surface): void {
  publish(ManagedStore, MyStore, MyStorePage, StoreClock, PlanList)

  account.mine(
    {
      method: 'GET',
      url: '/stores',
      operationId: 'listStores',
      summary: 'Your stores',
      query: LIST_QUERY,
      answer: 'MyStorePage',
    },
    async ({ person, query }) => {
      const { accountId } = person
      const rows = await listMyStores(parts.accounts, { accountId, most: mostOf(query), ...afterStore(query) })
      return myStores(rows, query)
    },
  )
  account.platform(
    {
      method: 'GET',
      url: '/platform/stores',
      operationId: 'listAllStores',
      summary: 'All stores of the platform',
      query: LIST_QUERY,
      answer: 'MyStorePage',
      operator: true,
    },
    async ({ query }) =>
      myStores(await listAllStores(parts.accounts, { most: mostOf(query), ...afterStore(query) }), query),
  )
  account.platform(
    {
      method: 'GET',
      url: '/platform/plans',
      operationId: 'listPlans',
      summary: 'The plans that stores are on',
      answer: 'PlanList',
      operator: true,
    },
    async () => ({ items: await listPlans(parts.accounts) }),
  )
  account.joining(
    {
      method: 'POST',
      url: '/stores',
      operationId: 'createStore',
      summary: 'Open a store',
      description: 'You are its owner. It begins on the first plan.',
      body: NewStoreBody,
      answer: 'ManagedStore',
      status: 201,
    },
    async ({ person, body, tx, request }) => {
      const storeId = newId<StoreId>()
      const { mode = 'live', ...fields } = body
      const accountId = person?.accountId ?? null
      await createOwnedStore(tx, { storeId, accountId, ...fields, mode, plan: FIRST_PLAN, expiresAt: null })
      await recordAudit(tx, {
        storeId,
        actor: person ? { kind: 'member', id: person.accountId, name: person.email } : COMMAND_LINE,
        action: 'createStore',
        subject: formatId('sto', storeId),
        details: {},
        address: request.ip,
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
      summary: 'A store',
      permission: 'store:read',
      answer: 'ManagedStore',
    },
    async ({ tx, storeId }) => storeToWire(await showStore(tx, storeId)),
  )
  store.route(
    {
      method: 'PATCH',
      url: '/stores/:storeId',
      operationId: 'updateStore',
      summary: 'Change a store',
      permission: 'store:write',
      body: StoreEdit,
      answer: 'ManagedStore',
      ifMatch: true,
    },
    async ({ tx, storeId, body, expectVersion, note }) => {
      note({ details: { changed: Object.keys(body) } })
      return storeToWire(await updateStore(tx, { storeId, ...body, ...expectVersion }))
    },
  )
  store.route(
    {
      method: 'PUT',
      url: '/stores/:storeId/plan',
      operationId: 'setStorePlan',
      summary: 'Put a store on a plan',
      description: 'For operators of the platform.',
      permission: 'store:plan',
      body: PlanBody,
      answer: 'ManagedStore',
      ifMatch: true,
    },
    async ({ tx, storeId, body, expectVersion, note }) => {
      const expiresAt = body.expiresAt === null ? null : readMoment(body.expiresAt, 'body/expiresAt')
      note({ details: { plan: body.plan, expiresAt: body.expiresAt } })
      return storeToWire(await setStorePlan(tx, { storeId, plan: body.plan, expiresAt, ...expectVersion }))
    },
  )
  store.route(
    {
      method: 'POST',
      url: '/stores/:storeId/clock',
      operationId: 'advanceClock',
      summary: 'Move the clock of a test store ahead',
      description: 'To see today what would happen later. A live store refuses.',
      permission: 'store:write',
      body: ClockBody,
      answer: 'StoreClock',
    },
    async ({ tx, storeId, body, note }) => {
      note({ details: { ...body } })
      const { now } = await advanceClock(tx, { storeId, seconds: body.seconds })
      return { now: moment(now) }
    },
  )
}

function afterStore(query: PageQuery): { after?: StoreId } {
  const after = readCursor(query, (key) => parseId<StoreId>('sto', key))
  return after === undefined ? {} : { after }
}

function myStores(rows: Mine[], query: PageQuery) {
  return toPage(rows, query, {
    show: ({ id, expiresAt, ...rest }) => ({ id: formatId('sto', id), ...rest, expiresAt: momentOrNull(expiresAt) }),
    keyOf: ({ id }) => formatId('sto', id),
  })
}

function storeToWire(view: StoreView) {
  const { id, name, url, plan, expiresAt, currency, mode, defaultServerId, createdAt, version } = view
  return {
    id: formatId('sto', id),
    name,
    url,
    plan,
    expiresAt: momentOrNull(expiresAt),
    currency,
    mode,
    defaultServerId: defaultServerId === null ? null : formatId('srv', defaultServerId),
    createdAt: moment(createdAt),
    version,
  }
}
