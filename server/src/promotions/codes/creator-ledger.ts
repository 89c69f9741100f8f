import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type CheckoutId, type CreatorEntryId, type DiscountCodeId, newId, type StoreId } from '../../ids.ts'
import { requireText } from '../../text.ts'

/** `share`: earned by a paid line. `reversal`: lost with its refund or dispute. `payout`: the owner has paid the creator. */
type EntryKind = 'share' | 'reversal' | 'payout'

export type CreatorEntry = {
  id: CreatorEntryId
  kind: EntryKind
  /** Negative for reversals and payouts. */
  amountMinor: number
  checkoutId: CheckoutId | null
  lineNo: number | null
  note: string
  /** The actor of a payout, as in the audit log. */
  createdBy: string | null
  createdAt: Date
}

export type CreatorBalance = { earnedMinor: number; paidOutMinor: number; balanceMinor: number }

type SharedLines = {
  storeId: StoreId
  codeId: DiscountCodeId
  checkoutId: CheckoutId
  lines: { lineNo: number; shareMinor: number }[]
}

/** Adds the shares of paid lines, or takes back those of reversed ones. A line that has its entry gets no second one. */
export async function recordShares(
  tx: Tx,
  { storeId, codeId, checkoutId, lines, kind }: SharedLines & { kind: 'share' | 'reversal' },
): Promise<void> {
  const shared = lines.filter(({ shareMinor }) => shareMinor > 0)
  if (shared.length === 0) return
  const sign = kind === 'share' ? 1 : -1
  await sql`
    insert into creator_entries (store_id, id, code_id, kind, checkout_id, line_no, amount_minor)
    select ${storeId}, new_id(), ${codeId}, ${kind}, ${checkoutId}, line_no, amount
    from unnest(${shared.map(({ lineNo }) => lineNo)}::smallint[], ${shared.map(({ shareMinor }) => sign * shareMinor)}::bigint[])
      as line (line_no, amount)
    on conflict (store_id, checkout_id, line_no, kind) where checkout_id is not null do nothing`.execute(tx)
}

/** Records that the owner has paid a creator. Quartermaster moves no money here. */
export async function recordPayout(
  tx: Tx,
  {
    storeId,
    codeId,
    amountMinor,
    note,
    by,
  }: { storeId: StoreId; codeId: DiscountCodeId; amountMinor: number; note: string; by: string },
): Promise<CreatorEntry> {
  requireText('The note', note, { min: 0, max: 500 })
  // Payouts of one creator wait for each other, so that two of them cannot pay the same balance.
  const { rows: codes } = await sql`
    select from discount_codes where store_id = ${storeId} and id = ${codeId} and kind = 'creator' for no key update`.execute(
    tx,
  )
  if (codes.length === 0) throw new AppError('not_found', 'No such creator')
  const [balance] = await readBalances(tx, { storeId, codeIds: [codeId] })
  const left = balance?.balanceMinor ?? 0
  if (amountMinor > left)
    throw new AppError(
      'conflict',
      `The balance of this creator is ${left} minor units. Record a payout of at most that.`,
    )
  const id = newId<CreatorEntryId>()
  const { rows } = await sql<CreatorEntry>`
    insert into creator_entries (store_id, id, code_id, kind, amount_minor, note, created_by)
    values (${storeId}, ${id}, ${codeId}, 'payout', ${-amountMinor}, ${note}, ${by})
    returning ${ENTRY_COLUMNS}`.execute(tx)
  if (!rows[0]) throw new Error('unreachable')
  return rows[0]
}

const ENTRY_COLUMNS = sql`id, kind, amount_minor as "amountMinor", checkout_id as "checkoutId", line_no as "lineNo", note,
  created_by as "createdBy", created_at as "createdAt"`

/** Newest first. */
export async function listEntries(
  tx: Tx,
  {
    storeId,
    codeId,
    limit,
    after = null,
  }: { storeId: StoreId; codeId: DiscountCodeId; limit: number; after?: CreatorEntryId | null },
): Promise<CreatorEntry[]> {
  const { rows } = await sql<CreatorEntry>`
    select ${ENTRY_COLUMNS} from creator_entries
    where store_id = ${storeId} and code_id = ${codeId} and (${after}::uuid is null or id < ${after}::uuid)
    order by id desc limit ${limit}`.execute(tx)
  return rows
}

/** In the order of `codeIds`. */
export async function readBalances(
  tx: Tx,
  { storeId, codeIds }: { storeId: StoreId; codeIds: DiscountCodeId[] },
): Promise<CreatorBalance[]> {
  const { rows } = await sql<CreatorBalance>`
    select coalesce(e.earned, 0)::bigint as "earnedMinor", coalesce(-e.paid_out, 0)::bigint as "paidOutMinor",
      coalesce(e.balance, 0)::bigint as "balanceMinor"
    from unnest(${codeIds}::uuid[]) with ordinality as wanted (id, place)
    cross join lateral (
      select sum(amount_minor) filter (where kind <> 'payout') as earned, sum(amount_minor) filter (where kind = 'payout') as paid_out,
        sum(amount_minor) as balance
      from creator_entries where store_id = ${storeId} and code_id = wanted.id) e
    order by wanted.place`.execute(tx)
  return rows
}
