import type { CreateManualSaleBody } from '@quartermaster/contract/manage-checkouts'
import type { Static } from 'typebox'
import type { Item } from '../../checkouts/buy/freeze-lines.ts'
import { readProductId, readVariantId } from './wire-ids.ts'

/** The items of a sale, from the body of a request. */
export function readSoldItems(items: Static<typeof CreateManualSaleBody>['items']): Item[] {
  return items.map(({ productId, variantId, quantity = 1, fields = {} }, i) => ({
    productId: readProductId(productId, `body/items/${i}/productId`),
    variantId: variantId ? readVariantId(variantId, `body/items/${i}/variantId`) : null,
    quantity,
    fields,
  }))
}
