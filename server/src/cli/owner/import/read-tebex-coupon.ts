import { COUPON_PERCENT } from '@quartermaster/contract/promotions/discount-limits'
import { cleanLine } from './clean-text.ts'
import type { ImportDocument } from './document.ts'
import { toPriceMinor } from './price.ts'
import { dateOf, fieldsOf, listOf, numberOf, textOf } from './source-values.ts'

/** A coupon of Tebex. One that is over, or for one player only, is not imported. */
export function readTebexCoupon(document: ImportDocument, fields: Record<string, unknown>): void {
  const code = cleanLine(textOf(fields['code']), 100)
  const { type, percentage, value } = fieldsOf(fields['discount'])
  const { type: scope, packages, categories } = fieldsOf(fields['effective'])
  const { redeem_unlimited: isUnlimited, expire_never: isEternal, limit, date } = fieldsOf(fields['expire'])
  const endsAt = isTrue(isEternal) ? null : dateOf(date)
  const maxUses = isTrue(isUnlimited) || limit === undefined ? null : Math.trunc(numberOf(limit))
  const player = cleanLine(textOf(fields['username']), 255)
  const skip = (text: string) => void document.notes.push({ about: `Coupon ${code}`, text })
  if (code === '') return
  if (player !== '') return skip('It is for one player only, and is not imported.')
  if (endsAt !== null && endsAt.getTime() <= Date.now()) return skip('It is over, and is not imported.')
  if (maxUses !== null && maxUses < 1) return skip('It is used up, and is not imported.')
  const basisPoints = textOf(type) === 'percentage' ? Math.round(numberOf(percentage) * 100) : null
  const { min, max } = COUPON_PERCENT
  if (basisPoints !== null && (basisPoints < min || basisPoints > max))
    return skip(
      `It takes off ${basisPoints / 100} %, and is not imported: a coupon takes off ${min / 100} to ${max / 100} %.`,
    )
  const idsOf = (name: string, list: unknown) => (textOf(scope) === name ? listOf(list).map(textOf) : [])
  document.coupons.push({
    sourceId: textOf(fields['id']) || code.toLowerCase(),
    code,
    note: cleanLine(textOf(fields['note']), 100),
    discount: basisPoints === null ? { amountMinor: toPriceMinor(value, document.currency) } : { basisPoints },
    productSourceIds: idsOf('package', packages),
    categorySourceIds: idsOf('category', categories),
    minimumMinor: toPriceMinor(fields['minimum'], document.currency),
    maxUses,
    maxUsesPerPlayer: Math.trunc(numberOf(fields['user_limit'])) || null,
    startsAt: dateOf(fields['start_date'])?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
  })
}

/** Tebex writes it as true, 1 or "true". */
function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true'
}
