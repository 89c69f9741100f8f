import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { DiscountCodeId, StoreId } from '../../ids.ts'
import type { Code } from '../../pricing/basket.ts'
import { type DiscountRow, toDiscount, toPricing } from '../discount.ts'
import { codeKey } from './code-key.ts'

/** A code as `priceBasket` needs it, for one player. */
export type UsableCode = { id: DiscountCodeId; code: string; everyPeriod: boolean; terms: Code }

type Row = DiscountRow & {
  id: DiscountCodeId
  code: string
  share_basis_points: number
  minimum_minor: number
  max_uses: number | null
  max_uses_per_player: number | null
  every_period: boolean
  uses: number
  player_uses: number
}
/** `gameUserId` is null if it is not known yet who buys. */
type Wanted = { storeId: StoreId; code: string; gameUserId: string | null }

/** A use that an open checkout holds, and that a new one from the same basket would return first. */
export type HeldUse = { codeId: DiscountCodeId; gameUserId: string }

/** The code that a buyer has typed. Undefined if the store has no such code. */
export async function findCode(
  tx: Tx,
  { storeId, code, gameUserId, held = null }: Wanted & { held?: HeldUse | null },
): Promise<UsableCode | undefined> {
  const key = codeKey(code)
  if (key === undefined) return undefined
  const { rows } = await sql<Row>`
    select id, code, basis_points, amount_minor, product_ids, category_ids, starts_at, ends_at, share_basis_points, minimum_minor,
      max_uses, max_uses_per_player, every_period, uses, coalesce((
        select p.uses from discount_code_players p
        where p.store_id = c.store_id and p.code_id = c.id and p.game_user_id = ${gameUserId}), 0) as player_uses
    from discount_codes c where store_id = ${storeId} and code_key = ${key} and removed_at is null`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const returns = row.id === held?.codeId ? 1 : 0
  const returnsOfPlayer = held?.gameUserId === gameUserId ? returns : 0
  return toUsable({ ...row, uses: row.uses - returns, player_uses: row.player_uses - returnsOfPlayer })
}

/**
 * Takes one use for a checkout that is being opened; of the player only if `holdsPlayer`. The row stays locked until the end of the transaction, so concurrent
 * checkouts count each other. The caller prices the basket with the result, which refuses it if there was no use left; then the
 * transaction is rolled back, and so is the use. Codes are locked before products.
 */
export async function takeCode(
  tx: Tx,
  { storeId, code, gameUserId, holdsPlayer }: Wanted & { gameUserId: string; holdsPlayer: boolean },
): Promise<UsableCode> {
  const key = codeKey(code) ?? ''
  const byPlayer = holdsPlayer ? 1 : 0
  const { rows } = await sql<Row>`
    with taken as (
      update discount_codes set uses = uses + 1 where store_id = ${storeId} and code_key = ${key} and removed_at is null
      returning id, code, basis_points, amount_minor, product_ids, category_ids, starts_at, ends_at, share_basis_points,
        minimum_minor, max_uses, max_uses_per_player, every_period, uses
    ), of_player as (
      insert into discount_code_players as p (store_id, code_id, game_user_id, uses)
      select ${storeId}, id, ${gameUserId}, ${byPlayer}::integer from taken
      on conflict (store_id, code_id, game_user_id) do update set uses = p.uses + ${byPlayer}::integer
      returning uses
    )
    select t.id, t.code, t.basis_points, t.amount_minor, t.product_ids, t.category_ids, t.starts_at, t.ends_at,
      t.share_basis_points, t.minimum_minor, t.max_uses, t.max_uses_per_player, t.every_period, t.uses - 1 as uses, p.uses - ${byPlayer}::integer as player_uses
    from taken t cross join of_player p`.execute(tx)
  if (!rows[0]) throw unknownCode(code)
  return toUsable(rows[0])
}

type Use = { storeId: StoreId; codeId: DiscountCodeId; gameUserId: string }

/** Returns the use of an abandoned checkout, or takes the use of one that is paid. */
export async function adjustUses(
  tx: Tx,
  {
    storeId,
    codeId,
    gameUserId,
    ofStore = true,
    ofPlayer,
    change,
  }: Use & { ofStore?: boolean; ofPlayer: boolean; change: 'return' | 'take' },
): Promise<void> {
  const by = change === 'return' ? -1 : 1
  await sql`
    with adjusted as (
      update discount_codes set uses = uses + ${ofStore ? by : 0}::integer
      where store_id = ${storeId} and id = ${codeId} returning id)
    update discount_code_players p set uses = p.uses + ${ofPlayer ? by : 0}::integer from adjusted
    where p.store_id = ${storeId} and p.code_id = adjusted.id and p.game_user_id = ${gameUserId}`.execute(tx)
}

/** Takes the use of a checkout that is paid without holding it. False if none is left; then the caller rolls back. */
export async function retakeUse(tx: Tx, use: Use & { ofStore: boolean; ofPlayer: boolean }): Promise<boolean> {
  const { storeId, codeId, gameUserId, ofStore, ofPlayer } = use
  if (!ofStore && !ofPlayer) return true
  await adjustUses(tx, { ...use, change: 'take' })
  const { rows } = await sql<{ isLeft: boolean }>`
    select (not ${ofStore}::boolean or c.max_uses is null or c.uses <= c.max_uses)
      and (not ${ofPlayer}::boolean or c.max_uses_per_player is null or p.uses <= c.max_uses_per_player) as "isLeft"
    from discount_codes c
    join discount_code_players p on p.store_id = c.store_id and p.code_id = c.id and p.game_user_id = ${gameUserId}
    where c.store_id = ${storeId} and c.id = ${codeId}`.execute(tx)
  return rows[0]?.isLeft === true
}

/** Locks codes in the order of their ids, for a transaction that uses two of them. */
export async function lockCodes(
  tx: Tx,
  { storeId, codeId, code }: { storeId: StoreId; codeId: DiscountCodeId | null; code: string | null },
): Promise<void> {
  const key = code === null ? null : (codeKey(code) ?? null)
  if (codeId === null && key === null) return
  await sql`
    select from discount_codes
    where store_id = ${storeId} and (id = ${codeId}::uuid or (code_key = ${key} and removed_at is null))
    order by id for no key update`.execute(tx)
}

export function unknownCode(code: string): AppError {
  return new AppError('code_unknown', `This store has no code "${code}". Check the spelling.`)
}

function toUsable(row: Row): UsableCode {
  const usesLeft = row.max_uses === null ? undefined : row.max_uses - row.uses
  const usesLeftOfPlayer = row.max_uses_per_player === null ? undefined : row.max_uses_per_player - row.player_uses
  return {
    id: row.id,
    code: row.code,
    everyPeriod: row.every_period,
    terms: {
      ...toPricing(toDiscount(row)),
      minimum: row.minimum_minor,
      usesLeft,
      usesLeftOfPlayer,
      share: row.share_basis_points,
    },
  }
}
