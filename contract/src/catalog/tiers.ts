import { Type } from 'typebox'
import { component, enumOf, idOf, listOf, object, Timestamp, Version } from '../manage.ts'

const Name = Type.String({ minLength: 1, maxLength: 100, examples: ['Ranks'] })
const Credit = enumOf(['full', 'remaining_time'], {
  description:
    '`full`: an upgrade credits all that was paid for lower tiers. `remaining_time`: only the part for the time that remains.',
})
const ProductIds = Type.Array(idOf('prd'), {
  maxItems: 50,
  description: 'The products, lowest tier first. A product is in one group at most.',
})

export const TierGroup = component('TierGroup', {
  id: idOf('tgr'),
  name: Name,
  credit: Credit,
  productIds: ProductIds,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
})
export const TierGroupList = listOf('TierGroupList', TierGroup)
export const CreateTierGroupBody = object({ name: Name, credit: Credit, productIds: ProductIds })
export const UpdateTierGroupBody = object({
  name: Type.Optional(Name),
  credit: Type.Optional(Credit),
  productIds: Type.Optional(ProductIds),
})
