import { ListQuery } from '@quartermaster/contract/manage'
import {
  CreateCreatorBody,
  Creator,
  CreatorEntry,
  CreatorEntryPage,
  CreatorPage,
  RecordPayoutBody,
  UpdateCreatorBody,
} from '@quartermaster/contract/promotions/discounts'
import type { Static } from 'typebox'
import type { Tx } from '../../../db/database.ts'
import { type CreatorEntryId, type DiscountCodeId, formatId, parseId, type StoreId } from '../../../ids.ts'
import { type DiscountCode, listCodes, showCode } from '../../../promotions/codes/code.ts'
import {
  type CreatorBalance,
  type CreatorEntry as Entry,
  listEntries,
  readBalances,
  recordPayout,
} from '../../../promotions/codes/creator-ledger.ts'
import { type CodeInput, editCode, removeCode, saveCode } from '../../../promotions/codes/save-code.ts'
import { toTimestamp } from '../../json-api/timestamps.ts'
import type { ManageApi } from '../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../pagination.ts'
import { takesNearlyAll } from './discount-wire.ts'
import { codeCursorOf, codeToWire, limitsFromWire, parseCodeCursor, requiredOf } from './code-wire.ts'

const CREATORS = '/stores/:storeId/creators'
const CREATOR = `${CREATORS}/:creatorId` as const

export function creatorRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: CREATORS,
      operationId: 'listCreators',
      summary: 'List creators',
      description: 'With their codes and balances. Newest first.',
      permission: 'catalog:read',
      query: ListQuery,
      response: CreatorPage,
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, parseCodeCursor)
      const limit = rowLimit(query)
      const rows = await listCodes(tx, { storeId, kind: 'creator', limit, ...(after && { after }) })
      const balances = await readBalances(tx, { storeId, codeIds: rows.map(({ id }) => id) })
      const balanceOf = new Map(rows.map(({ id }, i) => [id, balances[i]]))
      return toPage(rows, query, { toItem: (row) => creatorToWire(row, balanceOf.get(row.id)), keyOf: codeCursorOf })
    },
  )
  store.route(
    {
      method: 'POST',
      url: CREATORS,
      operationId: 'createCreator',
      summary: 'Create a creator with a code',
      description:
        'A discount of more than 90 percent, or of a fixed amount that can be as much, needs a recent authentication.',
      permission: 'catalog:write',
      requiresProofFor: takesNearlyAll,
      body: CreateCreatorBody,
      response: Creator,
      status: 201,
    },
    async ({ tx, storeId, body }) =>
      creatorToWire(await saveCode(tx, { storeId, kind: 'creator', ...requiredOf(body), ...creatorFromWire(body) })),
  )
  store.route(
    {
      method: 'GET',
      url: CREATOR,
      operationId: 'getCreator',
      summary: 'Get a creator',
      permission: 'catalog:read',
      response: Creator,
    },
    async ({ tx, storeId, params: { creatorId } }) => showCreator(tx, storeId, creatorId),
  )
  store.route(
    {
      method: 'PATCH',
      url: CREATOR,
      operationId: 'updateCreator',
      summary: 'Update a creator',
      description:
        'Orders that are open or paid keep their prices and shares. A discount of more than 90 percent, or of a fixed amount that can be as much, needs a recent authentication.',
      permission: 'catalog:write',
      requiresProofFor: takesNearlyAll,
      body: UpdateCreatorBody,
      response: Creator,
      ifMatch: true,
    },
    async ({ tx, storeId, params: { creatorId }, body, expectVersion, note }) => {
      note({ details: { changed: Object.keys(body) } })
      const key = { storeId, kind: 'creator', codeId: creatorId } as const
      await editCode(tx, { ...key, ...expectVersion, ...creatorFromWire(body) })
      return showCreator(tx, storeId, creatorId)
    },
  )
  store.route(
    {
      method: 'DELETE',
      url: CREATOR,
      operationId: 'deleteCreator',
      summary: 'Delete a creator',
      description: 'The code cannot be used any more. Record the last payout before.',
      permission: 'catalog:write',
      response: null,
    },
    async ({ tx, storeId, params: { creatorId } }) => removeCode(tx, { storeId, kind: 'creator', codeId: creatorId }),
  )
  ledgerRoutes({ store })
}

function ledgerRoutes({ store }: Pick<ManageApi, 'store'>): void {
  store.route(
    {
      method: 'GET',
      url: `${CREATOR}/entries`,
      operationId: 'listCreatorEntries',
      summary: "List a creator's ledger",
      description: 'What the creator has earned, lost by refunds and got. Newest first.',
      permission: 'checkouts:read',
      query: ListQuery,
      response: CreatorEntryPage,
    },
    async ({ tx, storeId, params: { creatorId }, query }) => {
      await showCode(tx, { storeId, kind: 'creator', codeId: creatorId })
      const after = readCursor(query, (key) => parseId<CreatorEntryId>('cen', key)) ?? null
      const rows = await listEntries(tx, { storeId, codeId: creatorId, limit: rowLimit(query), after })
      return toPage(rows, query, { toItem: entryToWire, keyOf: ({ id }) => formatId('cen', id) })
    },
  )
  store.route(
    {
      method: 'POST',
      url: `${CREATOR}/payouts`,
      operationId: 'recordPayout',
      summary: 'Record a payout to a creator',
      description: 'You pay the creator yourself; this records it, so that the balance is right.',
      permission: 'checkouts:write',
      body: RecordPayoutBody,
      response: CreatorEntry,
      status: 201,
    },
    async ({ tx, storeId, params: { creatorId }, body, actor, note }) => {
      const { amountMinor, note: text = '' } = body
      note({ details: { amountMinor } })
      return entryToWire(
        await recordPayout(tx, { storeId, codeId: creatorId, amountMinor, note: text, by: actor.name }),
      )
    },
  )
}

async function showCreator(tx: Tx, storeId: StoreId, codeId: DiscountCodeId) {
  const creator = await showCode(tx, { storeId, kind: 'creator', codeId })
  const [balance] = await readBalances(tx, { storeId, codeIds: [codeId] })
  return creatorToWire(creator, balance)
}

/** Contains only the fields that the request contains. */
function creatorFromWire({ name, shareBasisPoints, ...body }: Static<typeof UpdateCreatorBody>): Partial<CodeInput> {
  return {
    ...limitsFromWire(body),
    ...(name !== undefined && { name }),
    ...(shareBasisPoints !== undefined && { shareBasisPoints }),
  }
}

const NO_BALANCE: CreatorBalance = { earnedMinor: 0, paidOutMinor: 0, balanceMinor: 0 }

function creatorToWire(creator: DiscountCode, balance = NO_BALANCE) {
  return { ...codeToWire(creator), name: creator.name, shareBasisPoints: creator.shareBasisPoints, ...balance }
}

function entryToWire({ id, checkoutId, createdAt, ...entry }: Entry) {
  return {
    ...entry,
    id: formatId('cen', id),
    checkoutId: checkoutId && formatId('chk', checkoutId),
    createdAt: toTimestamp(createdAt),
  }
}
