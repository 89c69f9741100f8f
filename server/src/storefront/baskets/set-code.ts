import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { BasketId, GiftCardId, StoreId } from '../../ids.ts'
import { findCardByCode } from '../../promotions/gift-cards/read-cards.ts'
import { codeKey } from '../../promotions/codes/code-key.ts'
import { findCode, unknownCode } from '../../promotions/codes/use-code.ts'
import { openBasket } from './basket.ts'

type TypedCode = {
  storeId: StoreId
  token: string | undefined
  /** Null or empty: without a code. */
  code: string | null
}

/**
 * Stores the code that a buyer has typed: a coupon or the code of a creator, or a gift card, which pays besides such a code. One that the
 * store does not have is refused; whether one that it has can be used is decided whenever the basket is priced, because that changes with
 * the content and the time.
 */
export async function setCode(tx: Tx, { storeId, token: known, code }: TypedCode): Promise<{ token: string }> {
  const { basket, token } = await openBasket(tx, { storeId, token: known })
  const typed = code?.trim() ?? ''
  const key = typed === '' ? null : codeKey(typed)
  const isCode = key === null || (key && (await findCode(tx, { storeId, code: key, gameUserId: null })))
  if (isCode) await sql`update baskets set code = ${key} where store_id = ${storeId} and id = ${basket.id}`.execute(tx)
  else {
    const card = await findCardByCode(tx, { storeId, typed })
    if (!card) throw unknownCode(typed)
    await setCard(tx, { storeId, basketId: basket.id, cardId: card.id })
  }
  return { token }
}

/** The basket is paid without a gift card again. */
export async function removeCard(
  tx: Tx,
  { storeId, token: known }: Omit<TypedCode, 'code'>,
): Promise<{ token: string }> {
  const { basket, token } = await openBasket(tx, { storeId, token: known })
  await setCard(tx, { storeId, basketId: basket.id, cardId: null })
  return { token }
}

type BasketCard = { storeId: StoreId; basketId: BasketId; cardId: GiftCardId | null }

async function setCard(tx: Tx, { storeId, basketId, cardId }: BasketCard): Promise<void> {
  await sql`update baskets set gift_card_id = ${cardId} where store_id = ${storeId} and id = ${basketId}`.execute(tx)
}
