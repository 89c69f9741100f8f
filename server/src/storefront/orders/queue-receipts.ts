import { sql } from 'kysely'
import { addMail } from '../../accounts/mail/add-mail.ts'
import { requireMailBudget } from '../../accounts/mail/mail-budget.ts'
import { type AccountsDb, type Db, inStore, type ReaderDb, type Tx } from '../../db/database.ts'
import { type CheckoutId, formatId, type StoreId } from '../../ids.ts'
import { showSoldCodes } from '../../promotions/gift-cards/sold-codes.ts'
import type { Sealer } from '../../seal.ts'
import { findOrderSubscription } from '../../subscriptions/read-subscriptions.ts'
import { type Addresses, findStoreOrigin } from '../../stores/hosts/store-origin.ts'
import { addRenewalBuyers } from './add-renewal-buyers.ts'
import { orderTokenLabel } from './order-token.ts'
import { refuseBuyerMail } from './refuse-buyer-mail.ts'
import { receiptMail } from './receipt-mail.ts'

const BATCH_SIZE = 100
/** A payment that arrives later is on the order page only. */
const MAX_HOURS = 3 * 24
/** Nearly all orders are paid by then: their payment page is open for an hour. */
export const USUAL_HOURS = 2

export type ReceiptParts = {
  app: Db
  reader: ReaderDb
  accounts: AccountsDb
  sealer: Sealer
  /** For an order without a payment page, which a gift card paid completely. */
  addresses?: Addresses
  /** How old an order can be. Orders that are not paid are read each time, so the usual age is checked more often. */
  hours?: number
  /** A receipt that cannot be written is dropped, so that others do not wait for it. */
  onFailure?: (error: unknown) => void
}
type Due = { storeId: StoreId; checkoutId: CheckoutId }

/** Queues the receipts of orders that were paid, renewals included. Each is queued once, by any process. */
export async function queueReceipts({
  app,
  reader,
  accounts,
  sealer,
  addresses,
  hours = MAX_HOURS,
  onFailure = () => undefined,
}: ReceiptParts): Promise<number> {
  await addRenewalBuyers(app, reader, sealer)
  const { rows: due } = await sql<Due>`
    select b.store_id as "storeId", b.checkout_id as "checkoutId" from checkout_buyers b
    join checkouts c on c.store_id = b.store_id and c.id = b.checkout_id
    where b.key_id is not null and b.email is not null and c.paid_at is not null
      and b.created_at > now() - make_interval(hours => ${hours}) and (b.mail_after is null or b.mail_after <= now())
    order by b.created_at limit ${BATCH_SIZE}`.execute(reader)
  for (const key of due) {
    await requireMailBudget(accounts, 'receipt')
    await inStore(app, key.storeId, (tx) => queueReceipt(tx, sealer, { ...key, addresses, onFailure }))
  }
  return due.length
}

type Row = {
  sealed: Buffer
  keyId: string | null
  email: string
  locale: string
  returnUrl: string | null
  storeName: string
  timeZone: string
  currency: string
  code: string | null
  lines: { name: string; quantity: number; totalMinor: number; savedMinor: number; saleName: string | null }[]
  seller: string
  taxCountry: string | null
  taxRate: number | null
  taxMinor: number
  giftCardMinor: number
}

async function queueReceipt(
  tx: Tx,
  sealer: Sealer,
  {
    storeId,
    checkoutId,
    addresses,
    onFailure,
  }: Due & { addresses: Addresses | undefined; onFailure: (error: unknown) => void },
): Promise<void> {
  const { rows } = await sql<Row>`
    select b.token_sealed as sealed, b.key_id as "keyId", b.email, b.locale, coalesce(p.return_url, first.return_url) as "returnUrl",
      coalesce(f.time_zone, 'UTC') as "timeZone",
      s.name as "storeName", c.currency, coalesce(c.code, first.code) as code, coalesce(f.texts ->> 'seller', '') as seller, c.tax_country as "taxCountry",
      c.tax_rate as "taxRate", (
        select sum(l.tax_minor)::bigint from checkout_lines l
        where l.store_id = b.store_id and l.checkout_id = b.checkout_id) as "taxMinor", (
        select json_agg(json_build_object('name', concat_ws(', ', l.name, l.variant_name), 'quantity', l.quantity,
          'totalMinor', paid_minor(l) + l.gift_card_minor, 'savedMinor', l.sale_minor + l.code_minor, 'saleName', o.name) order by l.line_no)
        from checkout_lines l left join sales o on o.store_id = l.store_id and o.id = l.sale_id
        where l.store_id = b.store_id and l.checkout_id = b.checkout_id) as lines, (
        select coalesce(sum(l.gift_card_minor), 0)::bigint from checkout_lines l
        where l.store_id = b.store_id and l.checkout_id = b.checkout_id) as "giftCardMinor"
    from checkout_buyers b
    join checkouts c on c.store_id = b.store_id and c.id = b.checkout_id
    join stores s on s.id = b.store_id
    join storefronts f on f.store_id = b.store_id
    left join payments p on p.store_id = b.store_id and p.checkout_id = b.checkout_id
    left join lateral (
      select p1.return_url, c1.code from checkout_lines l
      join payments p1 on p1.store_id = l.store_id and p1.checkout_id = l.renewal_of
      join checkouts c1 on c1.store_id = l.store_id and c1.id = l.renewal_of
      where l.store_id = b.store_id and l.checkout_id = b.checkout_id limit 1) first on true
    where b.store_id = ${storeId} and b.checkout_id = ${checkoutId} and b.token_sealed is not null and b.email is not null
    for no key update of b`.execute(tx)
  const [row] = rows
  if (!row || row.keyId === null) return
  const refusal = await refuseBuyerMail(tx, sealer, { storeId, checkoutId, to: row.email })
  if (refusal === 'limit') return
  await sql`
    update checkout_buyers set token_sealed = null, key_id = null
    where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(tx)
  if (refusal !== undefined) return
  const cardCodes = await showSoldCodes(tx, sealer, { storeId, checkoutId })
  // An order that costs nothing has no payment, and needs no receipt. One that a gift card paid needs it.
  const base =
    row.returnUrl ?? (row.giftCardMinor > 0 && addresses && (await findStoreOrigin(tx, { storeId, ...addresses })))
  if (!base) return
  const token = sealer.open({ keyId: row.keyId, sealed: row.sealed }, orderTokenLabel(storeId, checkoutId))
  const subscription = await findOrderSubscription(tx, { storeId, checkoutId })
  const number = formatId('chk', checkoutId)
  let mail
  try {
    const url = new URL(`/o/${token}`, base).href
    mail = receiptMail({ ...row, cardCodes, subscription, to: row.email, url, number })
  } catch (error) {
    // The order of an imported store can have a currency, a time zone or an address that does not exist.
    return onFailure(error)
  }
  await addMail(tx, { sealer, mail })
}
