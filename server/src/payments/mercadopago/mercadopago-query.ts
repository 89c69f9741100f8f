import { formatId } from '../../ids.ts'
import type { MercadopagoApi, MercadopagoPayment, MercadopagoPreference } from './mercadopago-api.ts'
import { firstApproved, mercadopagoFacts, storeOf, wasApproved } from './mercadopago-facts.ts'
import { type Facts, NO_FACTS, type PaymentRefs } from '../provider.ts'

/** A payment that was sent off in the last second takes a moment to appear. */
const GRACE_MS = 60_000

/**
 * One page may see several payments: cards that were refused, a PIX that waits, then one that is approved. So a notice
 * about one that was not approved looks at all of them. MercadoPago's search lags behind: what was named is looked up by
 * itself, and what that says goes before what the search says.
 *
 * Where a player managed to pay twice, the payment that was approved first counts, except for somebody who asks about the
 * other: then that one is told, so that a second payment comes to light instead of hiding behind the first.
 */
export async function queryMercadopago(api: MercadopagoApi, refs: PaymentRefs): Promise<Facts | undefined> {
  const { checkoutId, pageRef, paymentRef } = refs
  const named = paymentRef === undefined ? undefined : await api.findPayment(paymentRef)
  if (named && wasApproved(named)) return mercadopagoFacts(named, { closed: false })

  const page = pageRef === undefined ? undefined : await api.findPreference(pageRef)
  // An empty reference is nobody's: all payments that do not come from us have it in common.
  const reference = named?.external_reference || (checkoutId && formatId('chk', checkoutId)) || page?.external_reference
  const found = reference ? await api.paymentsOf(reference) : []
  const payments = named ? [...found.filter(({ id }) => String(id) !== String(named.id)), named] : found
  const closed = page !== undefined && hasRunOut(page) && payments.every(isDead)
  const payment = firstApproved(payments) ?? payments.at(-1)
  if (payment) return mercadopagoFacts(payment, { closed })
  return page && closed ? factsWithoutPayment(page) : undefined
}

function hasRunOut({ expires, expiration_date_to }: MercadopagoPreference): boolean {
  return expires === true && Date.parse(expiration_date_to ?? '') + GRACE_MS < Date.now()
}

/** Whatever else it is called may still be paid: a PIX code or a slip is paid long after the page has run out. */
function isDead({ status }: MercadopagoPayment): boolean {
  return status === 'rejected' || status === 'cancelled'
}

function factsWithoutPayment(page: MercadopagoPreference): Facts {
  return { ...NO_FACTS, storeId: storeOf(page), checkoutId: page.external_reference ?? null, closed: true }
}
