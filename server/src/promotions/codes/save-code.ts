import { COUPON_PERCENT, CREATOR_PERCENT, SHARE_PERCENT } from '@quartermaster/contract/promotions/discount-limits'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type DiscountCodeId, newId, type StoreId } from '../../ids.ts'
import { requireMinor } from '../../money.ts'
import { requireVersion } from '../../require-version.ts'
import { requireLine } from '../../text.ts'
import { requirePercent } from '../require-percent.ts'
import { discountColumns, type DiscountInput, requireEndAfterStart } from '../discount.ts'
import { type CodeKind, type DiscountCode, showCode } from './code.ts'
import { cleanCode, codeKey } from './code-key.ts'

const MAX_CODES = 10_000
const MAX_USES = 1_000_000_000

type Own = Pick<
  DiscountCode,
  'code' | 'name' | 'shareBasisPoints' | 'minimumMinor' | 'maxUses' | 'maxUsesPerPlayer' | 'everyPeriod'
>

export type CodeInput = Partial<DiscountInput & Own> & Pick<DiscountInput & Own, 'code' | 'discount'>

type CodeKey = { storeId: StoreId; kind: CodeKind; codeId: DiscountCodeId }

export async function saveCode(
  tx: Tx,
  { storeId, kind, ...input }: CodeInput & { storeId: StoreId; kind: CodeKind },
): Promise<DiscountCode> {
  const codeId = newId<DiscountCodeId>()
  const { code, code_key, ...columns } = await codeColumns(tx, { storeId, kind, ...input })
  if (code === undefined || code_key === undefined) throw new Error('unreachable')
  await requireFreeCode(tx, { storeId, codeId, key: code_key })
  await requireRoom(tx, storeId)
  await tx
    .insertInto('discount_codes')
    .values({ store_id: storeId, id: codeId, kind, name: '', ...columns, code, code_key })
    .execute()
  return showCode(tx, { storeId, kind, codeId })
}

export async function editCode(
  tx: Tx,
  { storeId, kind, codeId, expectVersion, ...changes }: CodeKey & Partial<CodeInput> & { expectVersion?: number },
): Promise<DiscountCode> {
  await lockCode(tx, { storeId, kind, codeId, expectVersion })
  const before = await showCode(tx, { storeId, kind, codeId })
  const columns = await codeColumns(tx, { storeId, kind, ...changes, before })
  if (columns.code_key !== undefined) await requireFreeCode(tx, { storeId, codeId, key: columns.code_key })
  await tx
    .updateTable('discount_codes')
    .set({ ...columns, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('store_id', '=', storeId)
    .where('id', '=', codeId)
    .execute()
  return showCode(tx, { storeId, kind, codeId })
}

/** It cannot be used any more, and another one can have the same text. Checkouts that are open keep their price. */
export async function removeCode(tx: Tx, { storeId, kind, codeId }: CodeKey): Promise<void> {
  await lockCode(tx, { storeId, kind, codeId, expectVersion: undefined })
  await sql`
    update discount_codes set removed_at = now(), version = version + 1
    where store_id = ${storeId} and id = ${codeId}`.execute(tx)
}

async function lockCode(
  tx: Tx,
  { storeId, kind, codeId, expectVersion }: CodeKey & { expectVersion: number | undefined },
): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select version from discount_codes
    where store_id = ${storeId} and id = ${codeId} and kind = ${kind} and removed_at is null for no key update`.execute(
    tx,
  )
  requireVersion(rows[0], { what: kind, expectVersion })
}

async function codeColumns(
  tx: Tx,
  input: Partial<CodeInput> & { storeId: StoreId; kind: CodeKind; before?: DiscountCode },
) {
  const {
    storeId,
    kind,
    before,
    code,
    name,
    shareBasisPoints,
    minimumMinor,
    maxUses,
    maxUsesPerPlayer,
    everyPeriod,
    ...rest
  } = input
  const percent = kind === 'creator' ? CREATOR_PERCENT : COUPON_PERCENT
  const columns = await discountColumns(tx, { storeId, percent, ...rest })
  requireEndAfterStart({
    startsAt: columns.starts_at === undefined ? (before?.startsAt ?? null) : columns.starts_at,
    endsAt: columns.ends_at === undefined ? (before?.endsAt ?? null) : columns.ends_at,
  })
  return {
    ...columns,
    ...(code !== undefined && requireCode(code)),
    ...(name !== undefined && { name: requireLine('The name', name, { min: kind === 'creator' ? 1 : 0, max: 100 }) }),
    ...(shareBasisPoints !== undefined && {
      share_basis_points: requirePercent(shareBasisPoints, {
        what: 'The share',
        limits: SHARE_PERCENT,
        field: 'body/shareBasisPoints',
      }),
    }),
    ...(minimumMinor !== undefined && { minimum_minor: requireMinor(minimumMinor) }),
    ...(maxUses !== undefined && { max_uses: requireCount(maxUses) }),
    ...(maxUsesPerPlayer !== undefined && { max_uses_per_player: requireCount(maxUsesPerPlayer) }),
    ...(everyPeriod !== undefined && { every_period: everyPeriod }),
  }
}

function requireCode(text: string): { code: string; code_key: string } {
  const [code, key] = [cleanCode(text), codeKey(text)]
  if (code !== undefined && key !== undefined) return { code, code_key: key }
  throw new AppError('invalid_request', 'A code has 2 to 40 letters, digits, or characters of "_.+-".', {
    field: 'body/code',
  })
}

function requireCount(count: number | null): number | null {
  if (count === null || (Number.isInteger(count) && count >= 1 && count <= MAX_USES)) return count
  throw new AppError('invalid_request', `A limit of uses must be a whole number from 1 to ${MAX_USES}`)
}

async function requireFreeCode(
  tx: Tx,
  { storeId, codeId, key }: { storeId: StoreId; codeId: DiscountCodeId; key: string },
): Promise<void> {
  // Locked, so that two concurrent calls cannot use the same code.
  const { rows: stores } = await sql`select from stores where id = ${storeId} for no key update`.execute(tx)
  if (stores.length === 0) throw new AppError('not_found', 'No such store')
  const { rows } = await sql<{ kind: CodeKind }>`
    select kind from discount_codes
    where store_id = ${storeId} and code_key = ${key} and removed_at is null and id <> ${codeId}`.execute(tx)
  if (rows[0])
    throw new AppError('conflict', `A ${rows[0].kind} of this store has this code. Choose another one.`, {
      field: 'body/code',
    })
}

async function requireRoom(tx: Tx, storeId: StoreId): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from discount_codes where store_id = ${storeId} and removed_at is null`.execute(
    tx,
  )
  if ((rows[0]?.count ?? 0) >= MAX_CODES)
    throw new AppError('conflict', `A store has at most ${MAX_CODES} codes. Delete those that are over first.`)
}
