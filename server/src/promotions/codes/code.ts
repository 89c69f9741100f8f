import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { DiscountCodeId, StoreId } from '../../ids.ts'
import { type DiscountFields, toDiscount } from '../discount.ts'

/** A coupon lowers the price. A creator's code does too, and gives the creator a share of what is paid. */
export type CodeKind = 'coupon' | 'creator'

export type DiscountCode = DiscountFields & {
  id: DiscountCodeId
  kind: CodeKind
  /** As the owner wrote it. */
  code: string
  /** Of the creator, or a note about the coupon. */
  name: string
  shareBasisPoints: number
  minimumMinor: number
  maxUses: number | null
  maxUsesPerPlayer: number | null
  /** Reduces every period of a subscription, not the first one only. */
  everyPeriod: boolean
  /** The checkouts with this code that are open or were paid. */
  uses: number
  version: number
  createdAt: Date
  updatedAt: Date
}

type CodeKey = { storeId: StoreId; kind: CodeKind; codeId: DiscountCodeId }

export async function showCode(tx: Tx, key: CodeKey): Promise<DiscountCode> {
  const code = await readCode(tx, key)
  if (!code) throw new AppError('not_found', `No such ${key.kind}`)
  return code
}

/** Undefined if it was deleted. */
export async function readCode(tx: Tx, { storeId, kind, codeId }: CodeKey): Promise<DiscountCode | undefined> {
  const row = await selectCodes(tx, { storeId, kind }).where('id', '=', codeId).executeTakeFirst()
  return row && toCode(row)
}

/** Newest first. */
export async function listCodes(
  tx: Tx,
  { storeId, kind, limit, after }: { storeId: StoreId; kind: CodeKind; limit: number; after?: DiscountCodeId },
): Promise<DiscountCode[]> {
  let query = selectCodes(tx, { storeId, kind })
  if (after) query = query.where('id', '<', after)
  return (await query.orderBy('id', 'desc').limit(limit).execute()).map(toCode)
}

function selectCodes(tx: Tx, { storeId, kind }: { storeId: StoreId; kind: CodeKind }) {
  return tx
    .selectFrom('discount_codes')
    .select([
      'id',
      'kind',
      'code',
      'name',
      'basis_points',
      'amount_minor',
      'share_basis_points as shareBasisPoints',
      'product_ids',
      'category_ids',
      'minimum_minor as minimumMinor',
      'max_uses as maxUses',
      'max_uses_per_player as maxUsesPerPlayer',
      'every_period as everyPeriod',
      'uses',
      'starts_at',
      'ends_at',
      'version',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('store_id', '=', storeId)
    .where('kind', '=', kind)
    .where('removed_at', 'is', null)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectCodes>['execute']>>[number]

function toCode({ basis_points, amount_minor, product_ids, category_ids, starts_at, ends_at, ...row }: Row) {
  return { ...row, ...toDiscount({ basis_points, amount_minor, product_ids, category_ids, starts_at, ends_at }) }
}
