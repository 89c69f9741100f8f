import type {
  CreateCouponBody,
  CreateSaleBody,
  Sale,
  UpdateCouponBody,
} from '@quartermaster/contract/promotions/discounts'
import type { Static } from 'typebox'
import { AppError } from '../../../errors.ts'
import { formatId } from '../../../ids.ts'
import type { Discount } from '../../../pricing/basket.ts'
import type { DiscountFields, DiscountInput } from '../../../promotions/discount.ts'
import { toNullableTimestamp } from '../../json-api/timestamps.ts'
import { readCategoryId, readProductId } from '../wire-ids.ts'

type Body = Partial<
  Pick<Static<typeof CreateSaleBody> & Static<typeof UpdateCouponBody>, 'discount' | 'scope' | 'startsAt' | 'endsAt'>
>

/** Contains only the fields that the request contains. */
export function discountFromWire({ discount, scope, startsAt, endsAt }: Body): Partial<DiscountInput> {
  return {
    ...(discount && { discount: readDiscount(discount) }),
    ...(scope !== undefined && {
      scope: scope && {
        productIds: scope.productIds.map((id, i) => readProductId(id, `body/scope/productIds/${i}`)),
        categoryIds: scope.categoryIds.map((id, i) => readCategoryId(id, `body/scope/categoryIds/${i}`)),
      },
    }),
    ...(startsAt !== undefined && { startsAt }),
    ...(endsAt !== undefined && { endsAt }),
  }
}

export function readDiscount({
  basisPoints = null,
  amountMinor = null,
}: Static<typeof CreateCouponBody>['discount']): Discount {
  if (basisPoints !== null && amountMinor === null) return { percent: basisPoints }
  if (amountMinor !== null && basisPoints === null) return { amount: amountMinor }
  throw new AppError('invalid_request', 'Give either `basisPoints` or `amountMinor`, not both.', {
    field: 'body/discount',
  })
}

export function discountToWire({
  discount,
  scope,
  startsAt,
  endsAt,
}: DiscountFields): Pick<Static<typeof Sale>, 'discount' | 'scope' | 'startsAt' | 'endsAt'> {
  return {
    discount: {
      basisPoints: 'percent' in discount ? discount.percent : null,
      amountMinor: 'amount' in discount ? discount.amount : null,
    },
    scope: scope && {
      productIds: scope.productIds.map((id) => formatId('prd', id)),
      categoryIds: scope.categoryIds.map((id) => formatId('cat', id)),
    },
    startsAt: toNullableTimestamp(startsAt),
    endsAt: toNullableTimestamp(endsAt),
  }
}

type Reduction = { discount: Static<typeof Sale>['discount']; minimumMinor?: number | null }

/** From this share on, a discount gives goods away. */
const MOST = 0.9

/** A fixed amount can be the whole price, unless a basket has to be worth more. */
export function takesNearlyAll({ discount: { basisPoints, amountMinor }, minimumMinor }: Reduction): boolean {
  if (basisPoints !== null) return basisPoints > MOST * 10_000
  return (amountMinor ?? 0) > MOST * (minimumMinor ?? 0)
}
