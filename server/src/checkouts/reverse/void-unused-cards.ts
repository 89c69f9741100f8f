import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { voidSoldCards } from '../../promotions/gift-cards/sold-cards.ts'
import type { Refund } from './refund.ts'

/**
 * Voids the gift cards that the lines have sold, before their money is returned: otherwise somebody could spend them meanwhile. Refuses
 * the refund of a card that was used.
 */
export async function voidUnusedCards(tx: Tx, { storeId, checkoutId, lineNos }: Refund): Promise<void> {
  const { rows } = await sql<{ lineNo: number }>`
    select line_no as "lineNo" from checkout_lines
    where store_id = ${storeId} and checkout_id = ${checkoutId} and is_gift_card and refunded_at is null
      and (${lineNos ?? null}::smallint[] is null or line_no = any(${lineNos ?? null}::smallint[]))`.execute(tx)
  if (rows.length === 0) return
  await voidSoldCards(tx, { storeId, checkoutId, lineNos: rows.map(({ lineNo }) => lineNo), onlyUnused: true })
}
