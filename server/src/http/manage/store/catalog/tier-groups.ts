import {
  CreateTierGroupBody,
  TierGroup,
  TierGroupList,
  UpdateTierGroupBody,
} from '@quartermaster/contract/catalog/tiers'
import {
  createTierGroup,
  deleteTierGroup,
  editTierGroup,
  listTierGroups,
  type TierGroup as TierGroupView,
} from '../../../../catalog/tiers/tier-groups.ts'
import { formatId, type ProductId } from '../../../../ids.ts'
import { toTimestamp } from '../../../json-api/timestamps.ts'
import type { ManageApi } from '../../manage-api.ts'
import { readProductId } from '../../wire-ids.ts'

const TIER_GROUPS = '/stores/:storeId/tier-groups'
const TIER_GROUP = `${TIER_GROUPS}/:tierGroupId` as const

export function tierGroupRoutes({ store }: ManageApi): void {
  store.route(
    {
      method: 'GET',
      url: TIER_GROUPS,
      operationId: 'listTierGroups',
      summary: 'List groups of tiers',
      description: 'Products that replace each other, such as ranks. A store has at most 50 groups.',
      permission: 'catalog:read',
      response: TierGroupList,
    },
    async ({ tx, storeId }) => ({ items: (await listTierGroups(tx, storeId)).map(toWire) }),
  )
  store.route(
    {
      method: 'POST',
      url: TIER_GROUPS,
      operationId: 'createTierGroup',
      summary: 'Create a group of tiers',
      description: 'Buying a higher tier credits what the player paid for lower ones. Buying a lower tier is refused.',
      permission: 'catalog:write',
      body: CreateTierGroupBody,
      response: TierGroup,
      status: 201,
    },
    async ({ tx, storeId, body }) =>
      toWire(await createTierGroup(tx, { ...body, storeId, productIds: readProducts(body.productIds) })),
  )
  store.route(
    {
      method: 'PATCH',
      url: TIER_GROUP,
      operationId: 'updateTierGroup',
      summary: 'Update a group of tiers',
      permission: 'catalog:write',
      body: UpdateTierGroupBody,
      response: TierGroup,
      ifMatch: true,
    },
    async ({ tx, storeId, params, body: { productIds, ...fields }, expectVersion, note }) => {
      note({ details: { changed: Object.keys({ ...fields, ...(productIds && { productIds }) }) } })
      const group = { ...fields, ...expectVersion, storeId, groupId: params.tierGroupId }
      return toWire(await editTierGroup(tx, { ...group, ...(productIds && { productIds: readProducts(productIds) }) }))
    },
  )
  store.route(
    {
      method: 'DELETE',
      url: TIER_GROUP,
      operationId: 'deleteTierGroup',
      summary: 'Delete a group of tiers',
      description: 'Its products remain, without a tier.',
      permission: 'catalog:write',
      response: null,
    },
    async ({ tx, storeId, params }) => deleteTierGroup(tx, { storeId, groupId: params.tierGroupId }),
  )
}

function readProducts(ids: string[]): ProductId[] {
  return ids.map((id, i) => readProductId(id, `body/productIds/${i}`))
}

function toWire({ id, productIds, createdAt, updatedAt, ...rest }: TierGroupView) {
  return {
    ...rest,
    id: formatId('tgr', id),
    productIds: productIds.map((productId) => formatId('prd', productId)),
    createdAt: toTimestamp(createdAt),
    updatedAt: toTimestamp(updatedAt),
  }
}
