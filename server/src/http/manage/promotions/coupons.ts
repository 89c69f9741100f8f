import { ListQuery } from '@quartermaster/contract/manage'
import { Coupon, CouponPage, CreateCouponBody, UpdateCouponBody } from '@quartermaster/contract/promotions/discounts'
import type { Static } from 'typebox'
import { type DiscountCode, listCodes, showCode } from '../../../promotions/codes/code.ts'
import { type CodeInput, editCode, removeCode, saveCode } from '../../../promotions/codes/save-code.ts'
import type { ManageApi } from '../manage-api.ts'
import { readCursor, rowLimit, toPage } from '../pagination.ts'
import { takesNearlyAll } from './discount-wire.ts'
import { codeCursorOf, codeToWire, limitsFromWire, parseCodeCursor, requiredOf } from './code-wire.ts'

const COUPONS = '/stores/:storeId/coupons'
const COUPON = `${COUPONS}/:couponId` as const

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
      const after = readCursor(query, parseCodeCursor)
      const rows = await listCodes(tx, { storeId, kind: 'coupon', limit: rowLimit(query), ...(after && { after }) })
      return toPage(rows, query, { toItem: couponToWire, keyOf: codeCursorOf })
    },
  )
  store.route(
    {
      method: 'POST',
      url: COUPONS,
      operationId: 'createCoupon',
      summary: 'Create a coupon',
      description:
        'A discount of more than 90 percent, or of a fixed amount that can be as much, needs a recent authentication.',
      permission: 'catalog:write',
      requiresProofFor: takesNearlyAll,
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
      description:
        'Orders that are open or paid keep their prices. A discount of more than 90 percent, or of a fixed amount that can be as much, needs a recent authentication.',
      permission: 'catalog:write',
      requiresProofFor: takesNearlyAll,
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

/** Contains only the fields that the request contains. */
function couponFromWire({ note, ...body }: Static<typeof UpdateCouponBody>): Partial<CodeInput> {
  return { ...limitsFromWire(body), ...(note !== undefined && { name: note }) }
}

function couponToWire(coupon: DiscountCode) {
  return { ...codeToWire(coupon), note: coupon.name }
}
