import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
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
 * Stores the code that a buyer has typed. A code that the store does not have is refused; whether one that it has can be used is
 * decided whenever the basket is priced, because that changes with the content and the time.
 */
export async function setCode(tx: Tx, { storeId, token: known, code }: TypedCode): Promise<{ token: string }> {
  const { basket, token } = await openBasket(tx, { storeId, token: known })
  const typed = code?.trim() ?? ''
  const key = typed === '' ? null : codeKey(typed)
  if (key !== null && (key === undefined || !(await findCode(tx, { storeId, code: key, gameUserId: null }))))
    throw unknownCode(typed)
  await sql`update baskets set code = ${key} where store_id = ${storeId} and id = ${basket.id}`.execute(tx)
  return { token }
}
