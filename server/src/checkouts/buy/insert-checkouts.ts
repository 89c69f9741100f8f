import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { CheckoutId, StoreId } from '../../ids.ts'
import type { CheckoutLine } from '../checkout.ts'

export type NewCheckout = {
  id: CheckoutId
  gameUserId: string
  currency: string
  /** A paid one without a time was paid now. */
  state: 'open' | 'paid'
  paidAt?: Date
  reference?: string | null
  taxCountry?: string | null
  /** In basis points. */
  taxRate?: number | null
  holdsPlayer?: boolean
  /** The other platform that it was bought at. */
  importedFrom?: string
}

/** Returns the ids without those whose reference was used before. */
export async function insertCheckouts(tx: Tx, storeId: StoreId, checkouts: NewCheckout[]): Promise<CheckoutId[]> {
  const { rows } = await sql<{ id: CheckoutId }>`
    insert into checkouts (store_id, id, reference, game_user_id, currency, state, paid_at, tax_country, tax_rate, holds_player,
      imported_from)
    select ${storeId}, n.id, n.reference, n."gameUserId", n.currency, n.state,
      case when n.state = 'paid' then coalesce(n."paidAt", now()) end, n."taxCountry", n."taxRate", coalesce(n."holdsPlayer", true),
      n."importedFrom"
    from json_to_recordset(${JSON.stringify(checkouts)}::json) as n (id uuid, reference text, "gameUserId" text, currency text, state text,
      "paidAt" timestamptz, "taxCountry" text, "taxRate" integer, "holdsPlayer" boolean, "importedFrom" text)
    on conflict (store_id, reference) where reference is not null do nothing
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function insertLines(
  tx: Tx,
  { storeId, checkoutId, lines }: { storeId: StoreId; checkoutId: CheckoutId; lines: CheckoutLine[] },
): Promise<void> {
  await tx
    .insertInto('checkout_lines')
    .values(lines.map((line) => ({ store_id: storeId, checkout_id: checkoutId, ...line })))
    .execute()
}
