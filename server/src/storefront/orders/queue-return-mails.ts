import { sql } from 'kysely'
import { addMail, type NewMail } from '../../accounts/mail/add-mail.ts'
import { type Db, inStore, type ReaderDb, type Tx } from '../../db/database.ts'
import { type CheckoutId, formatId, type StoreId } from '../../ids.ts'
import type { Sealer } from '../../seal.ts'
import { formatMoney } from '../../themes/format.ts'
import { refuseBuyerMail } from './refuse-buyer-mail.ts'

const BATCH_SIZE = 100

type Due = { storeId: StoreId; checkoutId: CheckoutId }
type Row = { email: string | null; locale: string; storeName: string; currency: string; amountMinor: number }

const TEXTS = {
  en: {
    subject: (store: string) => `Your payment at ${store} is returned`,
    text: (store: string, amount: string) =>
      `Your payment of ${amount} reached ${store} too late for its order: another order took its place, or something that it needs was sold in the meantime. Nothing is delivered, and the money goes back the way you paid.`,
    number: 'Order',
  },
  'pt-BR': {
    subject: (store: string) => `O seu pagamento em ${store} será devolvido`,
    text: (store: string, amount: string) =>
      `O seu pagamento de ${amount} chegou a ${store} tarde demais para o pedido: outro pedido tomou o lugar dele, ou algo de que ele precisa foi vendido nesse meio-tempo. Nada é entregue, e o dinheiro volta da forma como você pagou.`,
    number: 'Pedido',
  },
  es: {
    subject: (store: string) => `Tu pago en ${store} se devuelve`,
    text: (store: string, amount: string) =>
      `Tu pago de ${amount} llegó a ${store} demasiado tarde para su pedido: otro pedido tomó su lugar, o algo que necesita se vendió mientras tanto. No se entrega nada, y el dinero vuelve de la forma en que pagaste.`,
    number: 'Pedido',
  },
} as const

/** Tells buyers that their money goes back. Each mail is queued once, by any process. */
export async function queueReturnMails(app: Db, reader: ReaderDb, sealer: Sealer): Promise<void> {
  if (sealer.keyId === undefined) return
  const { rows } = await sql<Due>`
    select store_id as "storeId", checkout_id as "checkoutId" from payments
    where return_mail_at <= now() order by return_mail_at limit ${BATCH_SIZE}`.execute(reader)
  for (const due of rows) await inStore(app, due.storeId, (tx) => queueReturnMail(tx, sealer, due))
}

async function queueReturnMail(tx: Tx, sealer: Sealer, { storeId, checkoutId }: Due): Promise<void> {
  const { rows } = await sql<Row>`
    update payments p set return_mail_at = null
    from stores s, checkouts c left join checkout_buyers b on b.store_id = c.store_id and b.checkout_id = c.id
    where p.store_id = ${storeId} and p.checkout_id = ${checkoutId} and p.return_mail_at is not null
      and s.id = p.store_id and c.store_id = p.store_id and c.id = p.checkout_id
    returning b.email, coalesce(b.locale, 'en') as locale, s.name as "storeName",
      c.currency, p.amount_minor as "amountMinor"`.execute(tx)
  const [row] = rows
  if (!row || row.email === null) return
  const refusal = await refuseBuyerMail(tx, sealer, { storeId, checkoutId, to: row.email })
  if (refusal === 'limit')
    await sql`
      update payments set return_mail_at = now() + interval '10 minutes'
      where store_id = ${storeId} and checkout_id = ${checkoutId}`.execute(tx)
  if (refusal !== undefined) return
  await addMail(tx, { sealer, mail: returnMail(row.email, row, formatId('chk', checkoutId)) })
}

function returnMail(to: string, { locale, storeName, currency, amountMinor }: Row, number: string): NewMail {
  const language = locale in TEXTS ? (locale as keyof typeof TEXTS) : 'en'
  const texts = TEXTS[language]
  const amount = formatMoney(amountMinor, { locale: language, currency })
  const text = `${texts.text(storeName, amount)}\n\n${texts.number} ${number}\n`
  return { kind: 'payment_returned', to, subject: texts.subject(storeName), text }
}
