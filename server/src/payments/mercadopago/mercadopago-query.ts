import { formatId } from '../../ids.ts'
import type { MercadopagoApi, MercadopagoPayment, MercadopagoPreference } from './mercadopago-api.ts'
import { firstApproved, mercadopagoFacts, storeOf, wasApproved } from './mercadopago-facts.ts'
import { type Facts, NO_FACTS, type PaymentRefs } from '../provider.ts'

/** A payment that was made just before the page expired takes a moment to appear. */
const EXPIRY_GRACE_MS = 60_000

/**
 * One page can have several payments: declined cards, a pending PIX, then an approved payment. So a query for a payment
 * that was not approved reads all payments of the page. The search is delayed, so a payment whose id is known is also read
 * directly, and that result takes precedence.
 *
 * If a player paid twice, the payment that was approved first counts. A query for the second payment returns the second
 * payment, so that it is found and parked.
 */
export async function queryMercadopagoPayment(api: MercadopagoApi, refs: PaymentRefs): Promise<Facts | undefined> {
  const { checkoutId, pageRef, paymentRef } = refs
  const named = paymentRef === undefined ? undefined : await api.findPayment(paymentRef)
  if (named && wasApproved(named)) return mercadopagoFacts(named, { closed: false })

  const page = pageRef === undefined ? undefined : await api.findPreference(pageRef)
  // Payments of other software have an empty reference, so it must not be used for a search.
  const reference = named?.external_reference || (checkoutId && formatId('chk', checkoutId)) || page?.external_reference
  const found = reference ? await api.findPaymentsByReference(reference) : []
  const payments = named ? [...found.filter(({ id }) => String(id) !== String(named.id)), named] : found
  const closed = page !== undefined && isExpired(page) && payments.every(isFailed)
  const payment = firstApproved(payments) ?? payments.at(-1)
  if (payment) return mercadopagoFacts(payment, { closed })
  return page && closed ? factsWithoutPayment(page) : undefined
}

function isExpired({ expires, expiration_date_to }: MercadopagoPreference): boolean {
  return expires === true && Date.parse(expiration_date_to ?? '') + EXPIRY_GRACE_MS < Date.now()
}

/** All other states can still be paid. A PIX code or a payment slip can be paid long after the page expired. */
function isFailed({ status }: MercadopagoPayment): boolean {
  return status === 'rejected' || status === 'cancelled'
}

function factsWithoutPayment(page: MercadopagoPreference): Facts {
  return { ...NO_FACTS, storeId: storeOf(page), checkoutId: page.external_reference ?? null, closed: true }
}
