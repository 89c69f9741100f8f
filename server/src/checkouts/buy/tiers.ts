import { sql } from 'kysely'
import type { TierCredit } from '../../catalog/tiers/tier-groups.ts'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { CheckoutId, ProductId, StoreId, TierGroupId } from '../../ids.ts'
import type { Holding, Offer, Tier } from '../../pricing/basket.ts'
import type { CheckoutLine } from '../checkout.ts'

/** What decides the upgrade credit of some products: their tiers, and what the player has of the same groups. */
export type Tiers = {
  tierOf: ReadonlyMap<ProductId, Tier>
  groups: Offer['tierGroups']
  holdings: readonly Held[]
}

/** With the lines that it was bought with. */
type Held = Holding & { lines: { checkoutId: CheckoutId; lineNo: number }[] }

export const NO_TIERS: Tiers = { tierOf: new Map(), groups: new Map(), holdings: [] }

type Wanted = { storeId: StoreId; gameUserId: string | null; productIds: ProductId[] }

export async function readTiers(tx: Tx, { storeId, gameUserId, productIds }: Wanted): Promise<Tiers> {
  if (productIds.length === 0) return NO_TIERS
  const { rows } = await sql<{ id: ProductId; groupId: TierGroupId; rank: number; credit: TierCredit }>`
    select p.id, g.id as "groupId", coalesce(p.tier_rank, 1) as rank, g.credit
    from products p join tier_groups g on g.store_id = p.store_id and g.id = p.tier_group_id
    where p.store_id = ${storeId} and p.id = any(${productIds}::uuid[])`.execute(tx)
  if (rows.length === 0) return NO_TIERS
  const groups = new Map(
    rows.map(({ groupId, credit }) => [groupId, { credit: credit === 'full' ? credit : ('remaining time' as const) }]),
  )
  return {
    tierOf: new Map(rows.map(({ id, groupId, rank }) => [id, { groupId, rank }])),
    groups,
    holdings: gameUserId === null ? [] : await readHoldings(tx, { storeId, gameUserId, groupIds: [...groups.keys()] }),
  }
}

type HeldRow = Omit<Held, 'from' | 'until'> & { from: Date; until: Date | null }

/** Found through the checkouts of the player, because entitlements have no index on players. */
async function readHoldings(
  tx: Tx,
  { storeId, gameUserId, groupIds }: { storeId: StoreId; gameUserId: string; groupIds: TierGroupId[] },
): Promise<Held[]> {
  // What an earlier upgrade has credited is part of that upgrade's value now.
  const { rows } = await sql<HeldRow>`
    select t.id as "groupId", coalesce(p.tier_rank, 1) as rank, min(g.granted_at) as "from", nullif(e.until, 'infinity') as until,
      coalesce(sum(l.value) filter (where not l.is_credited), 0)::bigint as paid,
      coalesce(json_agg(json_build_object('checkoutId', l.checkout_id, 'lineNo', l.line_no) order by l.checkout_id, l.line_no)
        filter (where not l.is_credited), '[]') as lines
    from checkouts c
    join grants g on g.store_id = c.store_id and g.checkout_id = c.id and g.revoked_at is null
    join entitlements e on e.store_id = g.store_id and e.id = g.entitlement_id and e.ended_at is null
    join products p on p.store_id = e.store_id and p.id = e.product_id
    join tier_groups t on t.store_id = p.store_id and t.id = p.tier_group_id
    join lateral (
      select o.checkout_id, o.line_no, paid_minor(o) + o.gift_card_minor + o.upgrade_credit_minor as value, exists (
        select from upgrade_credits u where u.store_id = o.store_id and u.of_checkout_id = o.checkout_id
          and u.of_line_no = o.line_no and u.released_at is null) as is_credited
      from checkout_lines o
      where o.store_id = g.store_id and o.checkout_id = g.checkout_id and o.line_no = g.line_no) l on true
    where c.store_id = ${storeId} and c.game_user_id = ${gameUserId} and c.paid_at is not null
      and t.id = any(${groupIds}::uuid[])
    group by e.store_id, e.id, t.id, p.tier_rank`.execute(tx)
  return rows.map(({ from, until, ...held }) => ({ ...held, from: from.getTime(), until: until?.getTime() }))
}

/** Marks what the upgrades of a new checkout credited, so that it is not credited a second time. */
export async function takeCredits(
  tx: Tx,
  {
    storeId,
    checkoutId,
    lines,
    tiers,
  }: { storeId: StoreId; checkoutId: CheckoutId; lines: CheckoutLine[]; tiers: Tiers },
): Promise<void> {
  const taken = lines
    .filter((line) => line.upgrade_credit_minor > 0)
    .flatMap((line) => {
      const tier = tiers.tierOf.get(line.product_id)
      return tiers.holdings
        .filter((held) => held.groupId === tier?.groupId && held.rank < tier.rank)
        .flatMap((held) => held.lines.map((of) => ({ lineNo: line.line_no, of })))
    })
  if (taken.length === 0) return
  const { rows } = await sql`
    insert into upgrade_credits (store_id, checkout_id, line_no, of_checkout_id, of_line_no)
    select ${storeId}, ${checkoutId}, t.* from unnest(${taken.map(({ lineNo }) => lineNo)}::smallint[],
      ${taken.map(({ of }) => of.checkoutId)}::uuid[], ${taken.map(({ of }) => of.lineNo)}::smallint[]) t (line_no, of_id, of_no)
    order by of_id, of_no
    on conflict (store_id, of_checkout_id, of_line_no) where released_at is null do nothing returning 1 as one`.execute(
    tx,
  )
  if (rows.length < taken.length)
    throw new AppError('conflict', 'Another upgrade of this player was started a moment ago. Try again.')
}

/** Of an upgrade that was abandoned or refunded. Without `lineNos`, of all lines of the checkout. */
export async function releaseCredits(
  tx: Tx,
  { storeId, checkoutId, lineNos = null }: { storeId: StoreId; checkoutId: CheckoutId; lineNos?: number[] | null },
): Promise<void> {
  await sql`
    update upgrade_credits set released_at = now()
    where store_id = ${storeId} and checkout_id = ${checkoutId} and released_at is null
      and (${lineNos}::smallint[] is null or line_no = any(${lineNos}::smallint[]))`.execute(tx)
}

/** Of an abandoned checkout that was paid after all. What another upgrade has credited meanwhile stays there. */
export async function retakeCredits(
  tx: Tx,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<void> {
  await sql`
    update upgrade_credits u set released_at = null
    where u.store_id = ${storeId} and u.checkout_id = ${checkoutId} and u.released_at is not null and not exists (
      select from upgrade_credits o where o.store_id = u.store_id and o.of_checkout_id = u.of_checkout_id
        and o.of_line_no = u.of_line_no and o.released_at is null)`.execute(tx)
}

/** Refunding a lower tier would return money that has also paid for the upgrade. */
export async function requireNotCredited(
  tx: Tx,
  { storeId, checkoutId, lineNos = null }: { storeId: StoreId; checkoutId: CheckoutId; lineNos?: number[] | null },
): Promise<void> {
  const { rows } = await sql<{ lineNo: number; name: string }>`
    select u.of_line_no as "lineNo", l.name from upgrade_credits u
    join checkout_lines l on l.store_id = u.store_id and l.checkout_id = u.checkout_id and l.line_no = u.line_no
    join checkouts c on c.store_id = u.store_id and c.id = u.checkout_id
    where u.store_id = ${storeId} and u.of_checkout_id = ${checkoutId} and u.released_at is null and c.state = 'paid'
      and (${lineNos}::smallint[] is null or u.of_line_no = any(${lineNos}::smallint[])) limit 1`.execute(tx)
  const [credited] = rows
  if (credited)
    throw new AppError(
      'not_refundable',
      `What was paid for line ${credited.lineNo} was credited to the upgrade "${credited.name}". Refund the upgrade first.`,
    )
}
