import type { CreateCouponBody, UpdateCouponBody } from '@quartermaster/contract/promotions/discounts'
import type { Static } from 'typebox'
import { type DiscountCodeId, formatId, parseId } from '../../../ids.ts'
import type { DiscountCode } from '../../../promotions/codes/code.ts'
import type { CodeInput } from '../../../promotions/codes/save-code.ts'
import { toTimestamp } from '../../json-api/timestamps.ts'
import { discountFromWire, discountToWire, readDiscount } from './discount-wire.ts'

export const parseCodeCursor = (key: string) => parseId<DiscountCodeId>('dco', key)
export const codeCursorOf = ({ id }: { id: DiscountCodeId }) => formatId('dco', id)

export function requiredOf({ code, discount }: Pick<Static<typeof CreateCouponBody>, 'code' | 'discount'>) {
  return { code, discount: readDiscount(discount) }
}

/** Contains only the fields that the request contains. */
export function limitsFromWire(body: Omit<Static<typeof UpdateCouponBody>, 'note'>): Partial<CodeInput> {
  const { code, minimumMinor, maxUses, maxUsesPerPlayer, periods } = body
  return {
    ...discountFromWire(body),
    ...(code !== undefined && { code }),
    ...(minimumMinor !== undefined && { minimumMinor }),
    ...(maxUses !== undefined && { maxUses }),
    ...(maxUsesPerPlayer !== undefined && { maxUsesPerPlayer }),
    ...(periods !== undefined && { everyPeriod: periods === 'all' }),
  }
}

export function codeToWire({
  id,
  code,
  minimumMinor,
  maxUses,
  maxUsesPerPlayer,
  everyPeriod,
  uses,
  ...rest
}: DiscountCode) {
  return {
    id: formatId('dco', id),
    code,
    ...discountToWire(rest),
    minimumMinor,
    maxUses,
    maxUsesPerPlayer,
    periods: everyPeriod ? ('all' as const) : ('first' as const),
    uses,
    createdAt: toTimestamp(rest.createdAt),
    updatedAt: toTimestamp(rest.updatedAt),
    version: rest.version,
  }
}
