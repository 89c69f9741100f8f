import { sql } from 'kysely'
import { type Db, inStore } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { CheckoutId, StoreId } from '../../ids.ts'
import { toDecimal } from '../../money.ts'
import { type CheckoutState, lineTitle, totalOf } from '../checkout.ts'
import { readSoldLines } from './read-sold-lines.ts'

export type CheckoutProgress = {
  storeName: string
  isTest: boolean
  gameUserId: string
  state: CheckoutState
  currency: string
  total: number
  lines: { name: string; quantity: number; price: number }[]
  isSubscription: boolean
  /** How many game servers still have to deliver, and how many have. */
  waiting: number
  delivered: number
}

/** The part of a checkout that its player can see. */
export async function readCheckoutProgress(
  db: Db,
  { storeId, checkoutId }: { storeId: StoreId; checkoutId: CheckoutId },
): Promise<CheckoutProgress> {
  return inStore(db, storeId, async (tx) => {
    const { rows } = await sql<{
      name: string
      mode: string
      state: CheckoutState
      waiting: number
      delivered: number
    }>`
      select s.name, s.mode, c.state,
        (select count(*)::integer from pending_deliveries p
         where p.store_id = c.store_id and p.checkout_id = c.id and p.delivery_type = 'APPROVE') as waiting,
        (select count(*)::integer from delivery_ledger l
         where l.store_id = c.store_id and l.checkout_id = c.id and l.delivery_type = 'APPROVE' and l.state = 'processed') as delivered
      from checkouts c join stores s on s.id = c.store_id
      where c.store_id = ${storeId} and c.id = ${checkoutId}`.execute(tx)
    const lines = await readSoldLines(tx, { storeId, checkoutIds: [checkoutId] })
    const [checkout] = rows
    const [first] = lines
    if (!checkout || !first) throw new AppError('not_found', 'There is no such order')
    const { currency, game_user_id: gameUserId } = first
    return {
      storeName: checkout.name,
      isTest: checkout.mode === 'test',
      gameUserId,
      state: checkout.state,
      currency,
      total: toDecimal(totalOf(lines), currency),
      lines: lines.map((line) => ({
        name: lineTitle(line),
        quantity: line.quantity,
        price: toDecimal(line.price_minor, currency),
      })),
      isSubscription: first.billing_period !== null,
      waiting: checkout.waiting,
      delivered: checkout.delivered,
    }
  })
}
