import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CheckoutId, GiftCardId, StoreId } from '../../ids.ts'
import { BALANCE, type CardKey, type EntryKind, IS_USABLE, noCard } from './card.ts'
import { hashTypedCode } from './code.ts'

export type CardState = 'active' | 'used_up' | 'expired' | 'void'

export type GiftCard = {
  id: GiftCardId
  hint: string | null
  currency: string
  valueMinor: number
  balanceMinor: number
  state: CardState
  note: string
  /** The sale of the card. Null: issued by hand. */
  checkoutId: CheckoutId | null
  expiresAt: Date | null
  createdAt: Date
}

export type CardEntry = {
  entryNo: number
  kind: EntryKind
  amountMinor: number
  balanceMinor: number
  shortMinor: number
  checkoutId: CheckoutId | null
  lineNo: number | null
  note: string
  at: Date
}

export const CARD_STATE = sql`(case when g.voided_at is not null then 'void' when g.expires_at <= now() then 'expired'
  when ${BALANCE} = 0 then 'used_up' else 'active' end)`

const COLUMNS = sql`
  g.id, g.hint, g.currency, g.value_minor as "valueMinor", ${BALANCE} as "balanceMinor", g.note, g.checkout_id as "checkoutId",
  g.expires_at as "expiresAt", g.created_at as "createdAt", ${CARD_STATE} as state`

type Wanted = { storeId: StoreId; limit: number; after?: GiftCardId; hint?: string; state?: CardState }

/** Newest first. */
export async function listCards(tx: Tx, { storeId, limit, after, hint, state }: Wanted): Promise<GiftCard[]> {
  const conditions: RawBuilder<unknown>[] = [
    sql`g.store_id = ${storeId}`,
    ...(after === undefined ? [] : [sql`g.id < ${after}`]),
    ...(hint === undefined ? [] : [sql`right(g.hint, 4) = ${hint}`]),
  ]
  const { rows } = await sql<GiftCard>`
    select * from (
      select ${COLUMNS} from gift_cards g
      where ${sql.join(conditions, sql` and `)}) cards
    where ${state ?? null}::text is null or state = ${state ?? null} order by id desc limit ${limit}`.execute(tx)
  return rows
}

export async function showCard(tx: Tx, { storeId, cardId }: CardKey): Promise<GiftCard & { entries: CardEntry[] }> {
  const { rows } = await sql<GiftCard>`
    select ${COLUMNS} from gift_cards g
    where g.store_id = ${storeId} and g.id = ${cardId}`.execute(tx)
  const [card] = rows
  if (!card) throw noCard()
  const { rows: entries } = await sql<CardEntry>`
    select entry_no as "entryNo", kind, amount_minor as "amountMinor", balance_minor as "balanceMinor", short_minor as "shortMinor",
      checkout_id as "checkoutId", line_no as "lineNo", note, created_at as at
    from gift_card_entries where store_id = ${storeId} and card_id = ${cardId} order by entry_no desc limit 500`.execute(
    tx,
  )
  return { ...card, entries }
}

export type SpendableCard = { id: GiftCardId; hint: string; balanceMinor: number; isUsable: boolean }

/** The card of a basket, with what the open checkout of the same basket has taken from it: that one would be replaced. */
export async function readSpendable(
  tx: Tx,
  { storeId, cardId, checkoutId }: CardKey & { checkoutId: CheckoutId | null },
): Promise<SpendableCard | undefined> {
  const { rows } = await sql<SpendableCard>`
    select g.id, coalesce(g.hint, '') as hint, ${IS_USABLE} as "isUsable", ${BALANCE} - (
        select coalesce(sum(e.amount_minor), 0)::bigint from gift_card_entries e
        where e.store_id = g.store_id and e.card_id = g.id and e.checkout_id = ${checkoutId}::uuid
          and e.kind in ('spent', 'released')) as "balanceMinor"
    from gift_cards g where g.store_id = ${storeId} and g.id = ${cardId} and g.hint is not null`.execute(tx)
  return rows[0]
}

/** The card with the code that somebody typed. */
export async function findCardByCode(
  tx: Tx,
  { storeId, typed }: { storeId: StoreId; typed: string },
): Promise<SpendableCard | undefined> {
  const hash = await hashTypedCode(storeId, typed)
  return hash && findCardByHash(tx, { storeId, hash })
}

export async function findCardByHash(
  tx: Tx,
  { storeId, hash }: { storeId: StoreId; hash: Buffer },
): Promise<SpendableCard | undefined> {
  const { rows } = await sql<SpendableCard>`
    select g.id, coalesce(g.hint, '') as hint, ${IS_USABLE} as "isUsable", ${BALANCE} as "balanceMinor"
    from gift_cards g where g.store_id = ${storeId} and g.code_hash = ${hash}`.execute(tx)
  return rows[0]
}
