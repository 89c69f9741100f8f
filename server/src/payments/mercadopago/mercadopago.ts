import { AppError } from '../../errors.ts'
import { formatId } from '../../ids.ts'
import { toMercadopagoAmount } from './mercadopago-amount.ts'
import { createMercadopagoApi, type MercadopagoApi } from './mercadopago-api.ts'
import { queryMercadopago } from './mercadopago-query.ts'
import { readMercadopagoCallback } from './mercadopago-callback.ts'
import { openMercadopagoPage } from './mercadopago-page.ts'
import type { Account, CredentialField, Credentials, Provider, ProviderRefund, RefundState } from '../provider.ts'

type Where = { apiUrl?: URL; timeLimitMs?: number }

/** MercadoPago's hosted Checkout Pro: cards, PIX and whatever else the owner's country offers. */
export function createMercadopago(where: Where = {}): Provider {
  return { name: 'mercadopago', fields: FIELDS, connect: (credentials) => connect(credentials, where) }
}

const FIELDS: readonly CredentialField[] = [
  {
    name: 'accessToken',
    hint: 'Your integrations > Credentials: begins with APP_USR- (or TEST- while you try it out)',
  },
  { name: 'webhookSecret', hint: 'Your integrations > Webhooks: the secret signature' },
]

// Only what may stand in a header: a faulty header's error would repeat the token.
const ACCESS_TOKEN = /^(?:APP_USR|TEST)-[\w-]{8,250}$/
const WEBHOOK_SECRET = /^[\x21-\x7e]{16,250}$/

function connect({ accessToken = '', webhookSecret = '' }: Credentials, { apiUrl, timeLimitMs }: Where): Account {
  if (!ACCESS_TOKEN.test(accessToken)) {
    throw new AppError('invalid_request', 'The accessToken of MercadoPago begins with APP_USR- or TEST-')
  }
  if (!WEBHOOK_SECRET.test(webhookSecret)) {
    throw new AppError(
      'invalid_request',
      'The webhookSecret is the secret signature that MercadoPago shows under Webhooks',
    )
  }
  const api = createMercadopagoApi({ accessToken, apiUrl, timeLimitMs })
  return {
    openPaymentPage: (order) => openMercadopagoPage(api, order),
    readCallback: (callback) => readMercadopagoCallback(api, { callback, webhookSecret }),
    ask: (refs) => queryMercadopago(api, refs),
    refund: (refund) => giveBack(api, refund),
  }
}

/** Without an amount MercadoPago gives back all that is left, so a whole refund never fails over a part that went before. */
async function giveBack(api: MercadopagoApi, refund: ProviderRefund): Promise<RefundState> {
  const { paymentRef, amountMinor, currency, whole, refundId } = refund
  const amount = toMercadopagoAmount(amountMinor, currency)
  if (!whole && amount === undefined) {
    throw new AppError(
      'provider_refused',
      `MercadoPago cannot refund ${amountMinor} of the smallest unit of ${currency}`,
    )
  }
  const status = await api.refund({
    paymentRef,
    amount: whole ? undefined : amount,
    idempotencyKey: formatId('rfd', refundId),
  })
  if (status === 'approved') return 'succeeded'
  return status === 'rejected' || status === 'cancelled' ? 'failed' : 'pending'
}
