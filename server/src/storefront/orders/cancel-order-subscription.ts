import { sql } from 'kysely'
import { addMail, type NewMail } from '../../accounts/mail/add-mail.ts'
import { inStore, type Tx } from '../../db/database.ts'
import { formatId, type StoreId } from '../../ids.ts'
import type { PaymentContext } from '../../payments/receive-callback.ts'
import { cancelSubscription } from '../../payments/subscriptions/cancel-subscription.ts'
import type { Sealer } from '../../seal.ts'
import { findOrderSubscription, type ShownSubscription } from '../../subscriptions/read-subscriptions.ts'
import { formatDate } from '../../themes/format.ts'
import type { Order } from './read-order.ts'
import { refuseBuyerMail } from './refuse-buyer-mail.ts'

type Key = { storeId: StoreId; order: Order; subscription: ShownSubscription }

/** The buyer cancels the subscription of an order, and gets an e-mail that confirms it. Cancelling again changes nothing. */
export async function cancelOrderSubscription(
  { db, sealer }: PaymentContext & { sealer: Sealer },
  { storeId, order, subscription }: Key,
): Promise<void> {
  await inStore(db, storeId, async (tx) => {
    const isNew = await cancelSubscription(tx, { storeId, subscriptionId: subscription.id, by: 'buyer' })
    if (isNew) await queueConfirmation(tx, sealer, { storeId, order })
  })
}

async function queueConfirmation(tx: Tx, sealer: Sealer, { storeId, order }: Omit<Key, 'subscription'>): Promise<void> {
  const { checkoutId, email } = order
  const subscription = await findOrderSubscription(tx, { storeId, checkoutId })
  if (email === null || sealer.keyId === undefined || !subscription) return
  if ((await refuseBuyerMail(tx, sealer, { storeId, checkoutId, to: email })) !== undefined) return
  const { rows } = await sql<{ storeName: string; locale: string; timeZone: string }>`
    select s.name as "storeName", b.locale, coalesce(f.time_zone, 'UTC') as "timeZone"
    from stores s join storefronts f on f.store_id = s.id join checkout_buyers b on b.store_id = s.id
    where s.id = ${storeId} and b.checkout_id = ${checkoutId}`.execute(tx)
  const number = formatId('chk', subscription.checkoutId)
  for (const row of rows) await addMail(tx, { sealer, mail: toMail({ ...row, to: email, number, subscription }) })
}

const TEXTS = {
  en: {
    subject: (store: string) => `Your subscription at ${store} is cancelled`,
    cancelled: (store: string, name: string) =>
      `${store} has cancelled your subscription: ${name}. Nothing more is charged.`,
    keep: (date: string) => `You keep your items until ${date}.`,
    number: 'Order',
  },
  'pt-BR': {
    subject: (store: string) => `Sua assinatura em ${store} foi cancelada`,
    cancelled: (store: string, name: string) => `${store} cancelou a sua assinatura: ${name}. Nada mais será cobrado.`,
    keep: (date: string) => `Você fica com os itens até ${date}.`,
    number: 'Pedido',
  },
  es: {
    subject: (store: string) => `Tu suscripción en ${store} está cancelada`,
    cancelled: (store: string, name: string) =>
      `${store} ha cancelado tu suscripción: ${name}. No se cobrará nada más.`,
    keep: (date: string) => `Conservas los artículos hasta el ${date}.`,
    number: 'Pedido',
  },
} as const

type Cancelled = {
  to: string
  locale: string
  storeName: string
  timeZone: string
  number: string
  subscription: ShownSubscription
}

function toMail({ to, locale, storeName, timeZone, number, subscription }: Cancelled): NewMail {
  const language = locale in TEXTS ? (locale as keyof typeof TEXTS) : 'en'
  const texts = TEXTS[language]
  const { name, state, paidUntil } = subscription
  const paragraphs = [
    texts.cancelled(storeName, name),
    ...(state === 'cancelling' && paidUntil
      ? [texts.keep(formatDate(paidUntil, { locale: language, timeZone, style: 'date' }))]
      : []),
    `${texts.number} ${number}`,
  ]
  return { kind: 'cancellation', to, subject: texts.subject(storeName), text: `${paragraphs.join('\n\n')}\n` }
}
