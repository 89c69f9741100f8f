import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CheckoutId, DiscountCodeId, StoreId } from '../../ids.ts'
import { recordShares } from '../../promotions/codes/creator-ledger.ts'

type Reversed = {
  storeId: StoreId
  checkoutId: CheckoutId
  /** All lines if left out. */
  lineNos?: number[]
}

/** Takes the creator's share of refunded lines back, or of all lines if a dispute was lost. Doing it twice changes nothing. */
export async function reverseShares(tx: Tx, { storeId, checkoutId, lineNos }: Reversed): Promise<void> {
  const { rows } = await sql<{ codeId: DiscountCodeId; lineNo: number; shareMinor: number }>`
    select c.code_id as "codeId", l.line_no as "lineNo", l.creator_share_minor as "shareMinor"
    from checkouts c join checkout_lines l on l.store_id = c.store_id and l.checkout_id = c.id
    where c.store_id = ${storeId} and c.id = ${checkoutId} and c.code_id is not null and l.creator_share_minor > 0
      and (${lineNos ?? null}::smallint[] is null or l.line_no = any(${lineNos ?? null}::smallint[]))`.execute(tx)
  const [first] = rows
  if (first) await recordShares(tx, { storeId, checkoutId, codeId: first.codeId, lines: rows, kind: 'reversal' })
}
