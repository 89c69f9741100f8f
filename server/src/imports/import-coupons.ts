import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { DiscountCodeId } from '../ids.ts'
import { type DiscountCode, readCode } from '../promotions/codes/code.ts'
import { cleanCode } from '../promotions/codes/code-key.ts'
import { editCode, saveCode } from '../promotions/codes/save-code.ts'
import type { ChosenProducts } from '../promotions/discount.ts'
import { compareFields, importCatalogItem } from './import-catalog-item.ts'
import type { ImportedCoupon, ImportedItem, ImportSettings } from './import.ts'
import { readRecords, writeRecord } from './imported-records.ts'

export async function importCoupons(
  tx: Tx,
  settings: ImportSettings,
  coupons: ImportedCoupon[],
): Promise<ImportedItem[]> {
  const kind = 'coupon'
  const key = { storeId: settings.storeId, kind } as const
  const records = await readRecords(tx, settings, { kind, sourceIds: coupons.map(({ sourceId }) => sourceId) })
  const findScope = await readScopes(tx, settings, coupons)
  const items: ImportedItem[] = []
  for (const coupon of coupons) {
    const { sourceId, code } = coupon
    const input = () => toInput(coupon, findScope(coupon))
    const item = await importCatalogItem<DiscountCode, DiscountCodeId>(tx, settings, {
      sourceId,
      name: code,
      record: records.get(sourceId),
      read: (codeId) => readCode(tx, { ...key, codeId }),
      compare: (current) => compareFields(toFields(toInput(current, current.scope)), toFields(input())),
      create: () => saveCode(tx, { ...key, ...input() }),
      change: (codeId) => editCode(tx, { ...key, codeId, ...input() }),
      remember: (saved) => writeRecord(tx, settings, { kind, sourceId, ...saved }),
    })
    items.push(item)
  }
  return items
}

/** Null: the whole store. Throws if a part of it is not imported: the coupon would be for something else. */
async function readScopes(
  tx: Tx,
  settings: ImportSettings,
  coupons: ImportedCoupon[],
): Promise<(coupon: ImportedCoupon) => ChosenProducts | null> {
  const [productSourceIds, categorySourceIds] = [
    coupons.flatMap((coupon) => coupon.productSourceIds),
    coupons.flatMap((coupon) => coupon.categorySourceIds),
  ]
  const products = await readRecords(tx, settings, { kind: 'product', sourceIds: productSourceIds })
  const categories = await readRecords(tx, settings, { kind: 'category', sourceIds: categorySourceIds })
  return (coupon) => {
    const productIds = coupon.productSourceIds.flatMap((id) => products.get(id)?.targetId ?? [])
    const categoryIds = coupon.categorySourceIds.flatMap((id) => categories.get(id)?.targetId ?? [])
    const wanted = coupon.productSourceIds.length + coupon.categorySourceIds.length
    if (productIds.length + categoryIds.length < wanted)
      throw new AppError('conflict', 'It is for products or categories that are not imported. Import them first.')
    return wanted === 0 ? null : { productIds, categoryIds }
  }
}

type Fields = Omit<ImportedCoupon, 'sourceId' | 'note' | 'productSourceIds' | 'categorySourceIds'> &
  ({ note: string } | { name: string })

function toInput(coupon: Fields, scope: ChosenProducts | null) {
  const { code, discount, minimumMinor, maxUses, maxUsesPerPlayer, everyPeriod, startsAt, endsAt } = coupon
  return {
    code: cleanCode(code) ?? code,
    name: 'note' in coupon ? coupon.note : coupon.name,
    discount,
    scope,
    minimumMinor,
    maxUses,
    maxUsesPerPlayer,
    everyPeriod,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
  }
}

/** As a report shows them. */
function toFields({ discount, scope, ...rest }: ReturnType<typeof toInput>) {
  return {
    code: rest.code,
    discount: 'percent' in discount ? `${discount.percent / 100} %` : `${discount.amount} minor units`,
    products: scope?.productIds.toSorted() ?? null,
    categories: scope?.categoryIds.toSorted() ?? null,
    'minimum of the basket': rest.minimumMinor,
    'limit of uses': rest.maxUses,
    'limit for each player': rest.maxUsesPerPlayer,
    'periods of a subscription': rest.everyPeriod ? 'all' : 'first',
    starts: rest.startsAt,
    ends: rest.endsAt,
    note: rest.name,
  }
}
