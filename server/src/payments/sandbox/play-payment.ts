import { sql } from 'kysely'
import { type Db, inStore, type ReaderDb, type Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type CheckoutId, formatId, type StoreId } from '../../ids.ts'
import type { ProviderConnections } from '../connections/provider-connections.ts'
import type { Facts, Notice } from '../provider.ts'
import { receiveNotice } from '../receive-callback.ts'
import { sandboxFacts } from './sandbox-facts.ts'

/** What a player can choose on the payment page of a test store. */
export const PLAYS = ['pay', 'decline', 'pay-and-refund-later', 'pay-and-dispute-later'] as const
export type Play = (typeof PLAYS)[number]

/** By the store's clock: its owner can move it ahead. */
const LATER_SECONDS = 60

type Parts = { db: Db; accounts: ProviderConnections }
type Which = { storeId: StoreId; checkoutId: CheckoutId }

/** Someone pressed a button. What follows is told as a provider would tell it; if we die first, the next look tells it. */
export async function playPayment(parts: Parts, { storeId, checkoutId, play }: Which & { play: Play }): Promise<void> {
  const later = (when: Play) => (play === when ? LATER_SECONDS : null)
  await inStore(parts.db, storeId, async (tx) => {
    await requirePayable(tx, { storeId, checkoutId })
    await sql`
      insert into sandbox_payments (store_id, checkout_id, paid, refund_at, dispute_at, next_callback_at)
      values (${storeId}, ${checkoutId}, ${play !== 'decline'},
        now() + make_interval(secs => ${later('pay-and-refund-later')}),
        now() + make_interval(secs => ${later('pay-and-dispute-later')}), now())
      on conflict (store_id, checkout_id) do update set paid = excluded.paid, refund_at = excluded.refund_at,
        dispute_at = excluded.dispute_at, next_callback_at = excluded.next_callback_at
        where not sandbox_payments.paid`.execute(tx)
  })
  await tellOne(parts, { storeId, checkoutId })
}

/** Tells what has happened at the sandbox meanwhile: payments whose page died, refunds and disputes whose time has come. */
export async function tellSandbox(parts: Parts, reader: ReaderDb): Promise<number> {
  const { rows } = await sql<Which>`
    select store_id as "storeId", checkout_id as "checkoutId" from sandbox_payments
    where next_callback_at <= now() order by next_callback_at limit 500`.execute(reader)
  for (const due of rows) await tellOne(parts, due)
  return rows.length
}

async function tellOne({ db, accounts }: Parts, { storeId, checkoutId }: Which): Promise<void> {
  const account = await accounts.find(storeId, 'sandbox')
  const facts = await inStore(db, storeId, (tx) => sandboxFacts(tx, { storeId, checkoutId }))
  if (account && facts) {
    await receiveNotice({ db, account }, { storeId, provider: 'sandbox', notice: noticeOf(checkoutId, facts) })
  }
  await inStore(db, storeId, (tx) =>
    sql`
      update sandbox_payments set next_callback_at = (
        select min(moment) from unnest(array[refund_at, dispute_at]) as moment where moment > next_callback_at)
      where store_id = ${storeId} and checkout_id = ${checkoutId} and next_callback_at <= now()`.execute(tx),
  )
}

/** The same news has the same name, so telling it again changes nothing. */
function noticeOf(checkoutId: CheckoutId, facts: Facts): Notice {
  const kind =
    facts.dispute !== 'none'
      ? 'payment.disputed'
      : facts.refundedMinor > 0
        ? 'payment.refunded'
        : facts.paid
          ? 'payment.paid'
          : 'payment.declined'
  return { eventId: `${formatId('chk', checkoutId)} ${kind} ${facts.refundedMinor}`, kind, tells: { facts } }
}

async function requirePayable(tx: Tx, { storeId, checkoutId }: Which): Promise<void> {
  const { rows } = await sql<{ state: string }>`
    select c.state from checkouts c
    join payments p on p.store_id = c.store_id and p.checkout_id = c.id and p.provider = 'sandbox'
    where c.store_id = ${storeId} and c.id = ${checkoutId}`.execute(tx)
  const state = rows[0]?.state
  if (state === undefined) throw new AppError('not_found', 'No such checkout')
  if (state !== 'open') throw new AppError('not_payable', `This checkout is ${state}`)
}
