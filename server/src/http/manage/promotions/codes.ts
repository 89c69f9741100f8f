import { ListQuery } from '@quartermaster/contract/manage'
import {
  Coupon,
  CouponPage,
  CreateCouponBody,
  CreateCreatorBody,
  Creator,
  CreatorEntry,
  CreatorEntryPage,
  CreatorPage,
  RecordPayoutBody,
  UpdateCouponBody,
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
import { discountFromWire, discountToWire, readDiscount } from './discount-wire.ts'

const COUPONS = '/stores/:storeId/coupons'
const COUPON = `${COUPONS}/:couponId` as const
const CREATORS = '/stores/:storeId/creators'
const CREATOR = `${CREATORS}/:creatorId` as const

const parseCursor = (key: string) => parseId<DiscountCodeId>('dco', key)
const keyOf = ({ id }: { id: DiscountCodeId }) => formatId('dco', id)

export function couponRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: COUPONS,
      operationId: 'listCoupons',
      summary: 'List coupons',
      description: 'With their number of uses. Newest first.',
      permission: 'catalog:read',
      query: ListQuery,
      response: CouponPage,
    },
    async ({ tx, storeId, query }) => {
      const after = readCursor(query, parseCursor)
      const rows = await listCodes(tx, { storeId, kind: 'coupon', limit: rowLimit(query), ...(after && { after }) })
      return toPage(rows, query, { toItem: couponToWire, keyOf })
    },
  )
  store.route(
    {
      method: 'POST',
      url: COUPONS,
      operationId: 'createCoupon',
      summary: 'Create a coupon',
      permission: 'catalog:write',
      body: CreateCouponBody,
      response: Coupon,
      status: 201,
    },
    async ({ tx, storeId, body }) =>
      couponToWire(await saveCode(tx, { storeId, kind: 'coupon', ...requiredOf(body), ...couponFromWire(body) })),
  )
  store.route(
    {
      method: 'GET',
      url: COUPON,
      operationId: 'getCoupon',
      summary: 'Get a coupon',
      permission: 'catalog:read',
      response: Coupon,
    },
    async ({ tx, storeId, params: { couponId } }) =>
      couponToWire(await showCode(tx, { storeId, kind: 'coupon', codeId: couponId })),
  )
  store.route(
    {
      method: 'PATCH',
      url: COUPON,
      operationId: 'updateCoupon',
      summary: 'Update a coupon',
      description: 'Orders that are open or paid keep their prices.',
      permission: 'catalog:write',
      body: UpdateCouponBody,
      response: Coupon,
      ifMatch: true,
    },
    async ({ tx, storeId, params: { couponId }, body, expectVersion, note }) => {
      note({ details: { changed: Object.keys(body) } })
      const key = { storeId, kind: 'coupon', codeId: couponId } as const
      return couponToWire(await editCode(tx, { ...key, ...expectVersion, ...couponFromWire(body) }))
    },
  )
  store.route(
    {
      method: 'DELETE',
      url: COUPON,
      operationId: 'deleteCoupon',
      summary: 'Delete a coupon',
      description: 'Orders that are open or paid keep their prices.',
      permission: 'catalog:write',
      response: null,
    },
    async ({ tx, storeId, params: { couponId } }) => removeCode(tx, { storeId, kind: 'coupon', codeId: couponId }),
  )
}

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
      const after = readCursor(query, parseCursor)
      const limit = rowLimit(query)
      const rows = await listCodes(tx, { storeId, kind: 'creator', limit, ...(after && { after }) })
      const balances = await readBalances(tx, { storeId, codeIds: rows.map(({ id }) => id) })
      const balanceOf = new Map(rows.map(({ id }, i) => [id, balances[i]]))
      return toPage(rows, query, { toItem: (row) => creatorToWire(row, balanceOf.get(row.id)), keyOf })
    },
  )
  store.route(
    {
      method: 'POST',
      url: CREATORS,
      operationId: 'createCreator',
      summary: 'Create a creator with a code',
      permission: 'catalog:write',
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
      description: 'Orders that are open or paid keep their prices and shares.',
      permission: 'catalog:write',
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

function requiredOf({ code, discount }: Pick<Static<typeof CreateCouponBody>, 'code' | 'discount'>) {
  return { code, discount: readDiscount(discount) }
}

/** Contains only the fields that the request contains. */
function couponFromWire({ note, ...body }: Static<typeof UpdateCouponBody>): Partial<CodeInput> {
  return { ...limitsFromWire(body), ...(note !== undefined && { name: note }) }
}

function creatorFromWire({ name, shareBasisPoints, ...body }: Static<typeof UpdateCreatorBody>): Partial<CodeInput> {
  return {
    ...limitsFromWire(body),
    ...(name !== undefined && { name }),
    ...(shareBasisPoints !== undefined && { shareBasisPoints }),
  }
}

function limitsFromWire(body: Omit<Static<typeof UpdateCouponBody>, 'note'>): Partial<CodeInput> {
  const { code, minimumMinor, maxUses, maxUsesPerPlayer } = body
  return {
    ...discountFromWire(body),
    ...(code !== undefined && { code }),
    ...(minimumMinor !== undefined && { minimumMinor }),
    ...(maxUses !== undefined && { maxUses }),
    ...(maxUsesPerPlayer !== undefined && { maxUsesPerPlayer }),
  }
}

function codeToWire({ id, code, minimumMinor, maxUses, maxUsesPerPlayer, uses, ...rest }: DiscountCode) {
  return {
    id: formatId('dco', id),
    code,
    ...discountToWire(rest),
    minimumMinor,
    maxUses,
    maxUsesPerPlayer,
    uses,
    createdAt: toTimestamp(rest.createdAt),
    updatedAt: toTimestamp(rest.updatedAt),
    version: rest.version,
  }
}

function couponToWire(coupon: DiscountCode) {
  return { ...codeToWire(coupon), note: coupon.name }
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
