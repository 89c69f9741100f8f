import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { hintOf } from '../../secret-token.ts'
import { requireText } from '../../text.ts'
import { addEntry, type CardKey, lockCard } from './card.ts'
import { hashGiftCardCode, newGiftCardCode } from './code.ts'
import { MAX_NOTE, MAX_VALUE_MINOR } from './issue-card.ts'

type Noted = CardKey & { note: string }

/** Adds to the balance, or takes from it. The note says why. */
export async function adjustCard(
  tx: Tx,
  { amountMinor, note, ...key }: Noted & { amountMinor: number },
): Promise<void> {
  requireText('The note', note, { max: MAX_NOTE })
  const { balanceMinor, isVoid } = await lockCard(tx, key)
  if (isVoid) throw new AppError('conflict', 'This gift card is void. Issue a new one instead.')
  const after = balanceMinor + amountMinor
  if (!Number.isInteger(amountMinor) || amountMinor === 0 || after > MAX_VALUE_MINOR)
    throw new AppError('invalid_request', 'The amount must be a whole number of minor units that is not 0.')
  if (after < 0)
    throw new AppError(
      'conflict',
      `Only ${balanceMinor} minor units are left on this gift card. Take off at most these.`,
    )
  await addEntry(tx, { ...key, kind: 'adjusted', amountMinor, note })
}

/** Nobody can spend a void card. What is refunded to it later is in its ledger and stays there. Repeating it changes nothing. */
export async function voidCard(tx: Tx, { note, ...key }: Noted): Promise<void> {
  requireText('The note', note, { min: 0, max: MAX_NOTE })
  const { balanceMinor, isVoid } = await lockCard(tx, key)
  if (isVoid) return
  await sql`update gift_cards set voided_at = now() where store_id = ${key.storeId} and id = ${key.cardId}`.execute(tx)
  await addEntry(tx, { ...key, kind: 'voided', amountMinor: -balanceMinor, note })
}

/** The card gets a new code, because the old one was lost or seen by others. The old one stops working. */
export async function replaceCode(tx: Tx, key: CardKey): Promise<{ code: string }> {
  const { isVoid } = await lockCard(tx, key)
  if (isVoid) throw new AppError('conflict', 'This gift card is void. Issue a new one instead.')
  const { storeId, cardId } = key
  const code = newGiftCardCode()
  await sql`
    update gift_cards set code_hash = ${hashGiftCardCode(storeId, code)}, hint = ${hintOf(code)}, code_sealed = null, key_id = null,
      shown_at = coalesce(shown_at, now())
    where store_id = ${storeId} and id = ${cardId}`.execute(tx)
  return { code }
}
