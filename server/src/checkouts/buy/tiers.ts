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

type CheckoutKey = { storeId: StoreId; checkoutId: CheckoutId }
type Line = { checkoutId: CheckoutId; lineNo: number }

/**
 * Marks what the upgrades of a new checkout credited, so that it is not credited a second time. One that does not hold its player's
 * credit takes it when it is paid.
 */
export async function takeCredits(
  tx: Tx,
  {
    storeId,
    checkoutId,
    lines,
    tiers,
    holdsPlayer,
  }: CheckoutKey & { lines: CheckoutLine[]; tiers: Tiers; holdsPlayer: boolean },
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
  const credited = taken.map(({ of }) => of)
  await lockLines(tx, { storeId, lines: credited })
  const { rows } = await sql`
    insert into upgrade_credits (store_id, checkout_id, line_no, of_checkout_id, of_line_no, released_at)
    select ${storeId}, ${checkoutId}, t.*, case when not ${holdsPlayer}::boolean then now() end
    from unnest(${taken.map(({ lineNo }) => lineNo)}::smallint[], ${credited.map((of) => of.checkoutId)}::uuid[],
      ${credited.map((of) => of.lineNo)}::smallint[]) t (line_no, of_id, of_no)
    order by of_id, of_no
    on conflict (store_id, of_checkout_id, of_line_no) where released_at is null do nothing returning 1 as one`.execute(
    tx,
  )
  if (rows.length < taken.length)
    throw new AppError('conflict', 'Another upgrade of this player was started a moment ago. Try again.')
}

/** Whoever credits or refunds a line locks it first, so that its value is used once. */
async function lockLines(tx: Tx, { storeId, lines }: { storeId: StoreId; lines: Line[] }): Promise<void> {
  await sql`
    select from checkout_lines where store_id = ${storeId} and (checkout_id, line_no) in (
      select * from unnest(${lines.map((line) => line.checkoutId)}::uuid[], ${lines.map((line) => line.lineNo)}::smallint[]))
    order by checkout_id, line_no for no key update`.execute(tx)
}

/** Of an upgrade that was abandoned or refunded. Without `lineNos`, of all lines of the checkout. */
export async function releaseCredits(
  tx: Tx,
  { storeId, checkoutId, lineNos = null }: CheckoutKey & { lineNos?: number[] | null },
): Promise<void> {
  await sql`
    update upgrade_credits set released_at = now()
    where store_id = ${storeId} and checkout_id = ${checkoutId} and released_at is null
      and (${lineNos}::smallint[] is null or line_no = any(${lineNos}::smallint[]))`.execute(tx)
}

/**
 * Takes the credits of an upgrade that is paid, if it does not hold them. False if the lower tier was refunded or withdrawn from, or was
 * credited to another upgrade.
 */
export async function retakeCredits(tx: Tx, { storeId, checkoutId }: CheckoutKey): Promise<boolean> {
  const { rows: lines } = await sql<Line>`
    select of_checkout_id as "checkoutId", of_line_no as "lineNo" from upgrade_credits
    where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(tx)
  if (lines.length === 0) return true
  await lockLines(tx, { storeId, lines })
  const { rows } = await sql`
    update upgrade_credits u set released_at = null
    from checkout_lines l
    join checkouts c on c.store_id = l.store_id and c.id = l.checkout_id
    join grants g on g.store_id = l.store_id and g.checkout_id = l.checkout_id and g.line_no = l.line_no
    where u.store_id = ${storeId} and u.checkout_id = ${checkoutId}
      and l.store_id = u.store_id and l.checkout_id = u.of_checkout_id and l.line_no = u.of_line_no
      and c.state = 'paid' and l.refunded_at is null and g.revoked_at is null and not exists (
        select from upgrade_credits o where o.store_id = u.store_id and o.of_checkout_id = u.of_checkout_id
          and o.of_line_no = u.of_line_no and o.released_at is null and o.checkout_id <> u.checkout_id)
    returning 1 as one`.execute(tx)
  return rows.length === lines.length
}

/**
 * Takes the value of lines of tiers for their refund: an upgrade that is not paid yet loses the credit, and no other one gets it. Refused if it has
 * paid for an upgrade, because its money would be returned and kept as well.
 */
export async function takeForRefund(
  tx: Tx,
  { storeId, checkoutId, lineNos = null }: CheckoutKey & { lineNos?: number[] | null },
): Promise<void> {
  await lockLinesOf(tx, { storeId, checkoutId, lineNos })
  const chosen = sql`(${lineNos}::smallint[] is null or u.of_line_no = any(${lineNos}::smallint[]))`
  const { rows } = await sql<{ lineNo: number; name: string }>`
    select u.of_line_no as "lineNo", l.name from upgrade_credits u
    join checkout_lines l on l.store_id = u.store_id and l.checkout_id = u.checkout_id and l.line_no = u.line_no
    join checkouts c on c.store_id = u.store_id and c.id = u.checkout_id
    where u.store_id = ${storeId} and u.of_checkout_id = ${checkoutId} and u.released_at is null and u.checkout_id <> u.of_checkout_id
      and c.state = 'paid' and ${chosen} limit 1`.execute(tx)
  const [credited] = rows
  if (credited)
    throw new AppError(
      'not_refundable',
      `What was paid for line ${credited.lineNo} was credited to the upgrade "${credited.name}". Refund the upgrade first.`,
    )
  await releaseCreditsOf(tx, { storeId, checkoutId, lineNos })
  await sql`
    insert into upgrade_credits (store_id, checkout_id, line_no, of_checkout_id, of_line_no)
    select l.store_id, l.checkout_id, l.line_no, l.checkout_id, l.line_no
    from checkout_lines l join products p on p.store_id = l.store_id and p.id = l.product_id and p.tier_group_id is not null
    where l.store_id = ${storeId} and l.checkout_id = ${checkoutId}
      and (${lineNos}::smallint[] is null or l.line_no = any(${lineNos}::smallint[]))
    on conflict (store_id, checkout_id, line_no, of_checkout_id, of_line_no) do update set released_at = null`.execute(
    tx,
  )
}

async function lockLinesOf(
  tx: Tx,
  { storeId, checkoutId, lineNos }: CheckoutKey & { lineNos: number[] | null },
): Promise<void> {
  await sql`
    select from checkout_lines where store_id = ${storeId} and checkout_id = ${checkoutId}
      and (${lineNos}::smallint[] is null or line_no = any(${lineNos}::smallint[]))
    order by line_no for no key update`.execute(tx)
}

/** The refund was refused, so the lines can be credited again. */
export async function releaseFromRefund(
  tx: Tx,
  { storeId, checkoutId, lineNos }: CheckoutKey & { lineNos: number[] },
): Promise<void> {
  await sql`
    update upgrade_credits u set released_at = now() from checkout_lines l
    where u.store_id = ${storeId} and u.checkout_id = ${checkoutId} and u.of_checkout_id = u.checkout_id
      and u.of_line_no = any(${lineNos}::smallint[]) and u.released_at is null
      and l.store_id = u.store_id and l.checkout_id = u.checkout_id and l.line_no = u.line_no and l.withdrawn_at is null`.execute(
    tx,
  )
}

/** Lines that are revoked return what was credited to them, and credit nothing to upgrades that are not paid yet. */
export async function revokeCredits(
  tx: Tx,
  { storeId, checkoutId, lineNos }: CheckoutKey & { lineNos: number[] },
): Promise<void> {
  await lockLinesOf(tx, { storeId, checkoutId, lineNos })
  await releaseCredits(tx, { storeId, checkoutId, lineNos })
  await releaseCreditsOf(tx, { storeId, checkoutId, lineNos })
}

async function releaseCreditsOf(
  tx: Tx,
  { storeId, checkoutId, lineNos }: CheckoutKey & { lineNos: number[] | null },
): Promise<void> {
  await sql`
    update upgrade_credits u set released_at = now() from checkouts c
    where u.store_id = ${storeId} and u.of_checkout_id = ${checkoutId}
      and (${lineNos}::smallint[] is null or u.of_line_no = any(${lineNos}::smallint[]))
      and u.released_at is null and c.store_id = u.store_id and c.id = u.checkout_id and c.state in ('open', 'abandoned')`.execute(
    tx,
  )
}
