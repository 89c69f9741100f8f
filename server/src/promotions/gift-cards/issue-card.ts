import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type GiftCardId, newId, type StoreId } from '../../ids.ts'
import { hintOf } from '../../secret-token.ts'
import { requireText } from '../../text.ts'
import { addEntry } from './card.ts'
import { hashGiftCardCode, newGiftCardCode } from './code.ts'

export const MAX_VALUE_MINOR = 1_000_000_000_000
export const MAX_NOTE = 500

export type NewCard = {
  storeId: StoreId
  valueMinor: number
  note: string
  expiresAt: Date | null
  /** The code that another platform has made. Default: a new one. */
  foreign?: { code: string; hash: Buffer }
}

/** Issues a gift card that nobody bought. The code is returned once; afterwards only its hash is known. */
export async function issueCard(
  tx: Tx,
  { storeId, valueMinor, note, expiresAt, foreign }: NewCard,
): Promise<{ cardId: GiftCardId; code: string }> {
  if (!Number.isInteger(valueMinor) || valueMinor < 1 || valueMinor > MAX_VALUE_MINOR)
    throw new AppError('invalid_request', 'The value of a gift card must be more than 0.')
  requireText('The note', note, { min: 0, max: MAX_NOTE })
  if (expiresAt !== null && expiresAt.getTime() <= Date.now())
    throw new AppError('invalid_request', 'The gift card would already be expired. Choose a time in the future.')
  const cardId = newId<GiftCardId>()
  const code = foreign?.code ?? newGiftCardCode()
  const hash = foreign?.hash ?? hashGiftCardCode(storeId, code)
  const { rows } = await sql`
    insert into gift_cards (store_id, id, code_hash, hint, currency, value_minor, note, expires_at)
    select id, ${cardId}, ${hash}, ${hintOf(code)}, currency, ${valueMinor}, ${note}, ${expiresAt}
    from stores where id = ${storeId} returning 1 as one`.execute(tx)
  if (rows.length === 0) throw new AppError('not_found', 'No such store')
  await addEntry(tx, { storeId, cardId, kind: 'issued', amountMinor: valueMinor, note })
  return { cardId, code }
}
