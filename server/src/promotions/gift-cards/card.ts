import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { CheckoutId, GiftCardId, StoreId } from '../../ids.ts'

/**
 * `spent`: a checkout was opened with it. `released`: that checkout was abandoned. `refunded`: a line of it was refunded. `restored`:
 * the refund of the card itself was refused, so that it is not void any more.
 */
export type EntryKind = 'issued' | 'spent' | 'released' | 'refunded' | 'adjusted' | 'voided' | 'restored'

export type CardKey = { storeId: StoreId; cardId: GiftCardId }

export type LockedCard = {
  balanceMinor: number
  /** Neither void nor expired. */
  isUsable: boolean
  isVoid: boolean
}

/** The value of a card adds up from its ledger. */
export const BALANCE = sql`(
  select coalesce(sum(e.amount_minor), 0)::bigint from gift_card_entries e
  where e.store_id = g.store_id and e.card_id = g.id)`

export const IS_USABLE = sql`(g.voided_at is null and (g.expires_at is null or g.expires_at > now()))`

/** Until the transaction ends, nobody else changes the card. Lock products and checkouts before cards, so that nothing deadlocks. */
export async function lockCard(tx: Tx, { storeId, cardId }: CardKey): Promise<LockedCard> {
  const { rows: locked } = await sql`
    select from gift_cards where store_id = ${storeId} and id = ${cardId} for no key update`.execute(tx)
  if (locked.length === 0) throw noCard()
  // In a statement of its own: the one that waited for the lock sees the ledger of before.
  const { rows } = await sql<LockedCard>`
    select ${BALANCE} as "balanceMinor", ${IS_USABLE} as "isUsable", g.voided_at is not null as "isVoid"
    from gift_cards g where g.store_id = ${storeId} and g.id = ${cardId}`.execute(tx)
  if (!rows[0]) throw noCard()
  return rows[0]
}

export function noCard(): AppError {
  return new AppError('not_found', 'There is no such gift card')
}

export type NewEntry = CardKey & {
  kind: EntryKind
  amountMinor: number
  checkoutId?: CheckoutId
  lineNo?: number
  note?: string
}

/** The caller has locked the card. */
export async function addEntry(tx: Tx, entry: NewEntry): Promise<void> {
  const { storeId, cardId, kind, amountMinor, checkoutId = null, lineNo = null, note = '' } = entry
  await sql`
    insert into gift_card_entries (store_id, card_id, entry_no, kind, amount_minor, balance_minor, checkout_id, line_no, note)
    select ${storeId}, ${cardId}, coalesce(max(entry_no), 0) + 1, ${kind}, ${amountMinor}::bigint,
      coalesce(sum(amount_minor), 0) + ${amountMinor}::bigint, ${checkoutId}::uuid, ${lineNo}::smallint, ${note}
    from gift_card_entries where store_id = ${storeId} and card_id = ${cardId}`.execute(tx)
}
