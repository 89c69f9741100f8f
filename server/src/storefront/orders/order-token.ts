import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type CheckoutId, formatId, type StoreId } from '../../ids.ts'
import { hashSecretToken, isSecretToken, newSecretToken } from '../../secret-token.ts'

/** The token in the link to an order. Whoever has the link sees the order, and nothing else. */
const PREFIX = 'qmo_'

export function newOrderToken(): string {
  return newSecretToken(PREFIX)
}

/** Binds an encrypted token to its checkout. */
export function orderTokenLabel(storeId: StoreId, checkoutId: CheckoutId): string {
  return `order ${formatId('sto', storeId)} ${formatId('chk', checkoutId)}`
}

/** The checkout behind a link. A wrong link and a link of another store give the same error. */
export async function findOrder(
  tx: Tx,
  { storeId, token }: { storeId: StoreId; token: string },
): Promise<{ checkoutId: CheckoutId }> {
  const { rows } = isSecretToken(PREFIX, token)
    ? await sql<{ checkoutId: CheckoutId }>`
        select checkout_id as "checkoutId" from checkout_buyers
        where store_id = ${storeId} and token_hash = ${hashSecretToken(token)}`.execute(tx)
    : { rows: [] }
  if (!rows[0]) throw new AppError('not_found', 'There is no such order. Check that the link is complete.')
  return rows[0]
}
