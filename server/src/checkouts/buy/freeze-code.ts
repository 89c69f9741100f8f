import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CheckoutId, StoreId } from '../../ids.ts'
import { takeCode, type UsableCode } from '../../promotions/codes/use-code.ts'

type Typed = {
  storeId: StoreId
  checkoutId: CheckoutId
  gameUserId: string
  holdsPlayer: boolean
  code: string | null | undefined
}

/** Takes one use of the code that a new checkout names, and stores it with the checkout. */
export async function freezeCode(
  tx: Tx,
  { storeId, checkoutId, gameUserId, holdsPlayer, code: typed }: Typed,
): Promise<UsableCode | undefined> {
  if (typed === null || typed === undefined) return undefined
  const taken = await takeCode(tx, { storeId, code: typed, gameUserId, holdsPlayer })
  await sql`
    update checkouts set code_id = ${taken.id}, code = ${taken.code}
    where store_id = ${storeId} and id = ${checkoutId}`.execute(tx)
  return taken
}
