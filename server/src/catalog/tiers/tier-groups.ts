import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { newId, type ProductId, type StoreId, type TierGroupId } from '../../ids.ts'
import { requireVersion } from '../../require-version.ts'
import { requireLine } from '../../text.ts'

const MAX_GROUPS = 50
const MAX_PRODUCTS = 50

/** What buying a higher tier credits: all that was paid for the lower ones, or the part for the time that remains. */
export type TierCredit = 'full' | 'remaining_time'

/** Products that replace each other, the lowest tier first. */
export type TierGroup = {
  id: TierGroupId
  name: string
  credit: TierCredit
  productIds: ProductId[]
  version: number
  createdAt: Date
  updatedAt: Date
}

type GroupKey = { storeId: StoreId; groupId: TierGroupId }
type Fields = { name: string; credit: TierCredit; productIds: ProductId[] }

export async function listTierGroups(tx: Tx, storeId: StoreId): Promise<TierGroup[]> {
  return readGroups(tx, { storeId, groupId: null })
}

export async function showTierGroup(tx: Tx, key: GroupKey): Promise<TierGroup> {
  const [group] = await readGroups(tx, key)
  if (!group) throw new AppError('not_found', 'There is no such group of tiers')
  return group
}

async function readGroups(
  tx: Tx,
  { storeId, groupId }: { storeId: StoreId; groupId: TierGroupId | null },
): Promise<TierGroup[]> {
  const { rows } = await sql<TierGroup>`
    select g.id, g.name, g.credit, g.version, g.created_at as "createdAt", g.updated_at as "updatedAt", array(
      select p.id from products p where p.store_id = g.store_id and p.tier_group_id = g.id order by p.tier_rank, p.id) as "productIds"
    from tier_groups g where g.store_id = ${storeId} and (${groupId}::uuid is null or g.id = ${groupId})
    order by g.name, g.id limit ${MAX_GROUPS}`.execute(tx)
  return rows
}

export async function createTierGroup(
  tx: Tx,
  { storeId, name, credit, productIds }: Fields & { storeId: StoreId },
): Promise<TierGroup> {
  // Locked, so that two concurrent calls cannot exceed the limit.
  const { rows } = await sql<{ count: number }>`
    with store as (select id from stores where id = ${storeId} for no key update)
    select (select count(*)::integer from tier_groups g where g.store_id = store.id) as count from store`.execute(tx)
  if ((rows[0]?.count ?? 0) >= MAX_GROUPS)
    throw new AppError('conflict', `A store has at most ${MAX_GROUPS} groups of tiers. Delete one first.`)
  const groupId = newId<TierGroupId>()
  await sql`
    insert into tier_groups (store_id, id, name, credit)
    values (${storeId}, ${groupId}, ${requireName(name)}, ${credit})`.execute(tx)
  await setProducts(tx, { storeId, groupId, productIds })
  return showTierGroup(tx, { storeId, groupId })
}

/** A field that is absent does not change. */
export async function editTierGroup(
  tx: Tx,
  {
    storeId,
    groupId,
    expectVersion,
    name,
    credit,
    productIds,
  }: Partial<Fields> & GroupKey & { expectVersion?: number },
): Promise<TierGroup> {
  await lockGroup(tx, { storeId, groupId, expectVersion })
  await sql`
    update tier_groups set name = coalesce(${name === undefined ? null : requireName(name)}, name),
      credit = coalesce(${credit ?? null}, credit), version = version + 1, updated_at = now()
    where store_id = ${storeId} and id = ${groupId}`.execute(tx)
  if (productIds) await setProducts(tx, { storeId, groupId, productIds })
  return showTierGroup(tx, { storeId, groupId })
}

/** Its products stay, without a tier. */
export async function deleteTierGroup(tx: Tx, { storeId, groupId }: GroupKey): Promise<void> {
  await lockGroup(tx, { storeId, groupId })
  await setProducts(tx, { storeId, groupId, productIds: [] })
  await sql`delete from tier_groups where store_id = ${storeId} and id = ${groupId}`.execute(tx)
}

async function lockGroup(
  tx: Tx,
  { storeId, groupId, expectVersion }: GroupKey & { expectVersion?: number | undefined },
): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select version from tier_groups where store_id = ${storeId} and id = ${groupId} for update`.execute(tx)
  requireVersion(rows[0], { what: 'group of tiers', expectVersion })
}

async function setProducts(
  tx: Tx,
  { storeId, groupId, productIds }: GroupKey & { productIds: ProductId[] },
): Promise<void> {
  if (productIds.length > MAX_PRODUCTS)
    throw new AppError('invalid_request', `A group has at most ${MAX_PRODUCTS} tiers`)
  if (new Set(productIds).size < productIds.length)
    throw new AppError('invalid_request', 'A product can have one tier only. Name each product once.')
  // A sale locks products in the same order.
  const { rows } = await sql<{ id: ProductId; name: string; group: TierGroupId | null }>`
    select id, name, tier_group_id as "group" from products
    where store_id = ${storeId} and (id = any(${productIds}::uuid[]) or tier_group_id = ${groupId})
    order by id for no key update`.execute(tx)
  const elsewhere = rows.find((product) => product.group !== null && product.group !== groupId)
  if (elsewhere)
    throw new AppError('conflict', `"${elsewhere.name}" is in another group of tiers. Take it out there first.`)
  if (productIds.some((wanted) => !rows.some(({ id }) => id === wanted)))
    throw new AppError('not_found', 'One of the products is not a product of this store')
  await sql`
    update products p set tier_group_id = case when t.rank is not null then ${groupId}::uuid end, tier_rank = t.rank,
      version = p.version + 1, updated_at = now()
    from products o left join unnest(${productIds}::uuid[]) with ordinality t (id, rank) on t.id = o.id
    where o.store_id = ${storeId} and p.store_id = o.store_id and p.id = o.id
      and (t.rank is not null or o.tier_group_id = ${groupId}) and o.tier_rank is distinct from t.rank`.execute(tx)
}

function requireName(name: string): string {
  return requireLine('The name of a group of tiers', name, { max: 100 })
}
