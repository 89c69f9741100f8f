import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { GiftCardId } from '../ids.ts'
import { adjustCard } from '../promotions/gift-cards/change-card.ts'
import { hashTypedCode } from '../promotions/gift-cards/code.ts'
import { issueCard } from '../promotions/gift-cards/issue-card.ts'
import { findCardByHash } from '../promotions/gift-cards/read-cards.ts'
import { hintOf } from '../secret-token.ts'
import { attempt } from './attempt.ts'
import { type ImportedGiftCard, type ImportedItem, importedItem, type ImportSettings, type Outcome } from './import.ts'

/**
 * Issues cards with the codes that players have. If the balance at the source has changed since the last import, the card here changes by
 * the same amount, so that what was spent here stays spent.
 */
export async function importGiftCards(
  tx: Tx,
  settings: ImportSettings,
  cards: ImportedGiftCard[],
): Promise<ImportedItem[]> {
  const items: ImportedItem[] = []
  for (const card of cards) {
    const done = await attempt(tx, () => importCard(tx, settings, card))
    const result = done instanceof AppError ? { outcome: 'failed' as const, message: done.message } : { outcome: done }
    items.push(importedItem({ name: hintOf(card.code), ...result }))
  }
  return items
}

type Known = { cardId: GiftCardId; balanceMinor: number }

async function importCard(
  tx: Tx,
  { storeId, source }: ImportSettings,
  { code, balanceMinor, note, expiresAt }: ImportedGiftCard,
): Promise<Outcome> {
  // Slow on purpose, so only once for each card.
  const hash = await hashTypedCode(storeId, code)
  const sourceId = hash?.toString('hex') ?? ''
  const { rows } = await sql<Known>`
    select target_id as "cardId", coalesce(balance_minor, 0) as "balanceMinor" from imported_records
    where store_id = ${storeId} and source = ${source} and kind = 'gift_card' and source_id = ${sourceId}`.execute(tx)
  const [known] = rows
  const changeMinor = balanceMinor - (known?.balanceMinor ?? 0)
  if (changeMinor === 0) return 'unchanged'
  let cardId = known?.cardId
  if (cardId !== undefined)
    await adjustCard(tx, { storeId, cardId, amountMinor: changeMinor, note: `The balance at ${source} has changed.` })
  else {
    if (hash === undefined)
      throw new AppError('invalid_request', 'The code of a gift card has 8 to 40 letters and digits.')
    if (await findCardByHash(tx, { storeId, hash }))
      throw new AppError('conflict', 'A gift card of this store has this code.')
    cardId = (await issueCard(tx, { storeId, valueMinor: balanceMinor, note, expiresAt, foreign: { code, hash } }))
      .cardId
  }
  await sql`
    insert into imported_records (store_id, source, kind, source_id, target_id, balance_minor)
    values (${storeId}, ${source}, 'gift_card', ${sourceId}, ${cardId}, ${balanceMinor})
    on conflict (store_id, source, kind, source_id)
    do update set balance_minor = excluded.balance_minor, imported_at = now()`.execute(tx)
  return known ? 'changed' : 'created'
}
