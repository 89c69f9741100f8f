import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { CategoryId, ProductId, StoreId } from '../ids.ts'
import { requireMinor } from '../money.ts'
import type { Discount, Scope } from '../pricing/basket.ts'
import { requirePercent, type PercentLimits } from './require-percent.ts'
import { readMoment } from './read-moment.ts'

const MAX_CHOSEN = 500

/** What sales, coupons and codes of creators have in common. Percentages are basis points. */
export type DiscountFields = {
  discount: Discount
  /** Null: the whole store. */
  scope: ChosenProducts | null
  startsAt: Date | null
  endsAt: Date | null
}

export type ChosenProducts = { productIds: ProductId[]; categoryIds: CategoryId[] }

/** Times are moments, or times of day in the time zone of the store. */
export type DiscountInput = Omit<DiscountFields, 'startsAt' | 'endsAt'> & {
  startsAt: string | null
  endsAt: string | null
}

export type DiscountRow = {
  basis_points: number | null
  amount_minor: number | null
  product_ids: ProductId[] | null
  category_ids: CategoryId[] | null
  starts_at: Date | null
  ends_at: Date | null
}

/** The columns of the fields that are given. The constraints of the table check what depends on two of them. */
export async function discountColumns(
  tx: Tx,
  { storeId, percent, ...fields }: Partial<DiscountInput> & { storeId: StoreId; percent: PercentLimits },
): Promise<Partial<DiscountRow>> {
  const { discount, scope, startsAt, endsAt } = fields
  if (scope) await requireChosen(tx, { storeId, ...scope })
  return {
    ...(discount && requireDiscount(discount, percent)),
    ...(scope !== undefined && {
      product_ids: scope && [...new Set(scope.productIds)],
      category_ids: scope && [...new Set(scope.categoryIds)],
    }),
    ...(startsAt !== undefined && { starts_at: await readMoment(tx, { storeId, text: startsAt, field: 'startsAt' }) }),
    ...(endsAt !== undefined && { ends_at: await readMoment(tx, { storeId, text: endsAt, field: 'endsAt' }) }),
  }
}

function requireDiscount(
  discount: Discount,
  limits: PercentLimits,
): Pick<DiscountRow, 'basis_points' | 'amount_minor'> {
  if ('percent' in discount) {
    const field = 'body/discount/basisPoints'
    return {
      basis_points: requirePercent(discount.percent, { what: 'The discount', limits, field }),
      amount_minor: null,
    }
  }
  if (requireMinor(discount.amount) === 0)
    throw new AppError('invalid_request', 'The amount of a discount must be more than 0')
  return { basis_points: null, amount_minor: discount.amount }
}

async function requireChosen(
  tx: Tx,
  { storeId, productIds, categoryIds }: ChosenProducts & { storeId: StoreId },
): Promise<void> {
  if (productIds.length + categoryIds.length === 0)
    throw new AppError('invalid_request', 'Choose at least one product or category, or the whole store')
  if (productIds.length > MAX_CHOSEN || categoryIds.length > MAX_CHOSEN)
    throw new AppError(
      'invalid_request',
      `A discount can name at most ${MAX_CHOSEN} products and ${MAX_CHOSEN} categories`,
    )
  const { rows } = await sql<{ unknown: boolean }>`
    select exists (select from unnest(${productIds}::uuid[]) as wanted (id) where not exists (
        select from products p where p.store_id = ${storeId} and p.id = wanted.id))
      or exists (select from unnest(${categoryIds}::uuid[]) as wanted (id) where not exists (
        select from categories c where c.store_id = ${storeId} and c.id = wanted.id)) as unknown`.execute(tx)
  if (rows[0]?.unknown !== false) throw new AppError('not_found', 'No such product or category in this store')
}

/** An end that is not after the start violates a constraint, whichever of the two was changed. */
export function requireEndAfterStart({ startsAt, endsAt }: Pick<DiscountFields, 'startsAt' | 'endsAt'>): void {
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    throw new AppError('invalid_request', 'The end must be after the start', { field: 'body/endsAt' })
}

export function toDiscount(row: DiscountRow): DiscountFields {
  return {
    discount: row.amount_minor === null ? { percent: row.basis_points ?? 0 } : { amount: row.amount_minor },
    scope: row.product_ids && { productIds: row.product_ids, categoryIds: row.category_ids ?? [] },
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  }
}

/** The same for `priceBasket`. */
export function toPricing({ discount, scope, startsAt, endsAt }: DiscountFields): {
  discount: Discount
  scope: Scope
  from: number | undefined
  until: number | undefined
} {
  return { discount, scope: scope ?? undefined, from: startsAt?.getTime(), until: endsAt?.getTime() }
}
