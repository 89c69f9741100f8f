import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type CheckoutId, type GiftCardId, newId, type StoreId } from '../../ids.ts'
import { addEntry, lockCard } from './card.ts'

type SoldKey = { storeId: StoreId; checkoutId: CheckoutId }
type SoldLines = SoldKey & { lineNos: readonly number[] }

/** Issues a card for each unit of a paid line. It has no code until its buyer looks at it. */
export async function issueSoldCards(
  tx: Tx,
  sold: SoldKey & { lineNo: number; quantity: number; valueMinor: number; currency: string },
): Promise<void> {
  const { storeId, checkoutId, lineNo, quantity, valueMinor, currency } = sold
  const ids = Array.from({ length: quantity }, () => newId<GiftCardId>())
  await sql`
    insert into gift_cards (store_id, id, currency, value_minor, note, checkout_id, line_no, unit)
    select ${storeId}, id, ${currency}, ${valueMinor}, '', ${checkoutId}, ${lineNo}, unit
    from unnest(${ids}::uuid[]) with ordinality as u (id, unit)`.execute(tx)
  await sql`
    insert into gift_card_entries (store_id, card_id, entry_no, kind, amount_minor, balance_minor)
    select ${storeId}, id, 1, 'issued', ${valueMinor}, ${valueMinor} from unnest(${ids}::uuid[]) as u (id)`.execute(tx)
}

/**
 * Voids the cards of lines that are refunded or disputed, and returns what was spent of them and is lost. With `onlyUnused` it refuses
 * lines with a card that was used. Repeating it changes nothing.
 */
export async function voidSoldCards(
  tx: Tx,
  { onlyUnused, ...lines }: SoldLines & { onlyUnused: boolean },
): Promise<{ lostMinor: number }> {
  const { storeId, checkoutId } = lines
  let lostMinor = 0
  for (const { cardId, hint } of await findSoldCards(tx, lines)) {
    const { balanceMinor, isVoid } = await lockCard(tx, { storeId, cardId })
    const spentMinor = await readSpent(tx, { storeId, cardId })
    if (onlyUnused && spentMinor > 0)
      throw new AppError(
        'not_refundable',
        `The gift card ${hint ?? 'of this line'} was used, or an open order wants to use it. Refund the orders that it paid for first.`,
      )
    lostMinor += spentMinor
    if (isVoid) continue
    await sql`update gift_cards set voided_at = now() where store_id = ${storeId} and id = ${cardId}`.execute(tx)
    // With its own checkout, so that a refused refund restores this card, and none that staff have voided.
    await addEntry(tx, { storeId, cardId, kind: 'voided', amountMinor: -balanceMinor, checkoutId })
  }
  return { lostMinor }
}

/** The refund of these lines was refused, so that their cards are worth what they were. */
export async function restoreSoldCards(tx: Tx, lines: SoldLines): Promise<void> {
  const { storeId, checkoutId } = lines
  for (const { cardId } of await findSoldCards(tx, lines)) {
    const { isVoid } = await lockCard(tx, { storeId, cardId })
    if (!isVoid) continue
    const { rows } = await sql<{ amountMinor: number; checkoutId: CheckoutId | null }>`
      select amount_minor as "amountMinor", checkout_id as "checkoutId" from gift_card_entries
      where store_id = ${storeId} and card_id = ${cardId} and kind = 'voided' order by entry_no desc limit 1`.execute(
      tx,
    )
    const [voided] = rows
    if (voided?.checkoutId !== checkoutId) continue
    await sql`update gift_cards set voided_at = null where store_id = ${storeId} and id = ${cardId}`.execute(tx)
    await addEntry(tx, { storeId, cardId, kind: 'restored', amountMinor: -voided.amountMinor, checkoutId })
  }
}

async function findSoldCards(
  tx: Tx,
  { storeId, checkoutId, lineNos }: SoldLines,
): Promise<{ cardId: GiftCardId; hint: string | null }[]> {
  // In the order of ids, so that two transactions cannot deadlock.
  const { rows } = await sql<{ cardId: GiftCardId; hint: string | null }>`
    select id as "cardId", hint from gift_cards
    where store_id = ${storeId} and checkout_id = ${checkoutId} and line_no = any(${lineNos}::smallint[]) order by id`.execute(
    tx,
  )
  return rows
}

/** With what open checkouts want to spend. */
async function readSpent(tx: Tx, { storeId, cardId }: { storeId: StoreId; cardId: GiftCardId }): Promise<number> {
  const { rows } = await sql<{ spent: number }>`
    select coalesce(-sum(amount_minor), 0)::bigint as spent from gift_card_entries
    where store_id = ${storeId} and card_id = ${cardId} and kind in ('spent', 'released', 'refunded')`.execute(tx)
  return rows[0]?.spent ?? 0
}
