import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { CheckoutId, GiftCardId, StoreId } from '../../ids.ts'
import { addEntry, type CardKey, lockCard } from './card.ts'

type CheckoutKey = { storeId: StoreId; checkoutId: CheckoutId }

/** Locks a card that a checkout is to be paid with, and returns what it can pay. */
export async function lockSpendable(tx: Tx, key: CardKey): Promise<number> {
  const { balanceMinor, isUsable } = await lockCard(tx, key)
  if (!isUsable)
    throw new AppError(
      'conflict',
      'This gift card has expired or was cancelled. Remove it from the basket to continue.',
    )
  return balanceMinor
}

/** Takes the part of a new checkout that the card pays. The caller has locked the card. */
export async function spend(
  tx: Tx,
  { amountMinor, ...key }: CardKey & { checkoutId: CheckoutId; amountMinor: number },
): Promise<void> {
  if (amountMinor > 0) await addEntry(tx, { ...key, kind: 'spent', amountMinor: -amountMinor })
}

/** Returns what an abandoned checkout has taken. The caller has locked the checkout. */
export async function release(tx: Tx, key: CheckoutKey): Promise<void> {
  const taken = await findTaken(tx, key)
  if (!taken || taken.amountMinor === 0) return
  await lockCard(tx, { ...key, ...taken })
  await addEntry(tx, { ...key, ...taken, kind: 'released' })
}

/** Takes again what an abandoned checkout has released, because it is paid after all. False if the card cannot pay it any more. */
export async function spendAgain(tx: Tx, key: CheckoutKey): Promise<boolean> {
  const { storeId, checkoutId } = key
  const { rows } = await sql<{ cardId: GiftCardId; amountMinor: number }>`
    select card_id as "cardId", amount_minor as "amountMinor" from gift_card_entries
    where store_id = ${storeId} and checkout_id = ${checkoutId} and kind = 'released' limit 1`.execute(tx)
  const [released] = rows
  if (!released) return true
  const { cardId, amountMinor } = released
  const { balanceMinor, isUsable } = await lockCard(tx, { ...key, cardId })
  if (!isUsable || balanceMinor < amountMinor) return false
  await addEntry(tx, { ...key, cardId, kind: 'spent', amountMinor: -amountMinor })
  return true
}

/**
 * Returns the parts of refunded lines to the card: together never more than the checkout took from it. The caller has locked the
 * checkout, and passes each line once.
 */
export async function returnToCard(
  tx: Tx,
  { lines, ...key }: CheckoutKey & { lines: { lineNo: number; giftCardMinor: number }[] },
): Promise<void> {
  const due = lines.filter(({ giftCardMinor }) => giftCardMinor > 0)
  if (due.length === 0) return
  const taken = await findTaken(tx, key)
  if (!taken) return
  const { cardId } = taken
  await lockCard(tx, { ...key, cardId })
  let left = taken.amountMinor
  for (const { lineNo, giftCardMinor } of due) {
    const amountMinor = Math.min(left, giftCardMinor)
    left -= amountMinor
    if (amountMinor > 0) await addEntry(tx, { ...key, cardId, kind: 'refunded', amountMinor, lineNo })
  }
}

/** What a checkout has taken from its card and not returned yet. */
async function findTaken(
  tx: Tx,
  { storeId, checkoutId }: CheckoutKey,
): Promise<{ cardId: GiftCardId; amountMinor: number } | undefined> {
  const { rows } = await sql<{ cardId: GiftCardId; amountMinor: number }>`
    select card_id as "cardId", -sum(amount_minor)::bigint as "amountMinor" from gift_card_entries
    where store_id = ${storeId} and checkout_id = ${checkoutId} and kind in ('spent', 'released', 'refunded')
    group by card_id`.execute(tx)
  return rows[0]
}
