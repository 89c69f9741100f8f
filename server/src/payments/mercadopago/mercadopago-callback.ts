import { InvalidWebhookSignatureError, WebhookSignatureValidator } from 'mercadopago'
import { AppError } from '../../errors.ts'
import { requireRecent, signedHeader } from '../callback-header.ts'
import type { MercadopagoApi } from './mercadopago-api.ts'
import type { Callback, Notice } from '../provider.ts'

/**
 * MercadoPago signs the id in the address, its own request id and the moment: not the body, and not the type of the
 * notice. So a notice only ever makes us ask, and its id is made of what was signed.
 */
export async function readMercadopagoCallback(
  api: Pick<MercadopagoApi, 'paymentsOfChargeback'>,
  { callback, webhookSecret }: { callback: Callback; webhookSecret: string },
): Promise<Notice> {
  const { dataId, requestId } = requireSignature(callback, webhookSecret)
  const kind = requireOneOf(callback.query, 'type', /^[\w.-]{1,64}$/)
  requireAgreement(callback.body, { dataId, kind })
  const paymentRef = await paymentMeant(api, { dataId, kind })
  return {
    eventId: `${requestId}:${dataId}`,
    kind,
    tells: paymentRef === undefined ? 'nothing' : { ask: { paymentRef } },
  }
}

/** Before anything else is read. The package's own check of the age knows seconds only; both have been seen. */
function requireSignature(callback: Callback, secret: string): { dataId: string; requestId: string } {
  // The manifest joins its parts by semicolons, and takes the id in lower case: the case is not signed.
  const dataId = requireOneOf(callback.query, 'data.id', /^[\w-]{1,64}$/).toLowerCase()
  const requestId = signedHeader(callback, 'x-request-id')
  if (!/^[^\s;]{1,200}$/.test(requestId)) throw new AppError('signature_invalid', 'The x-request-id cannot be right')
  const xSignature = signedHeader(callback, 'x-signature')
  const signedAt = signedAtSeconds(xSignature)
  try {
    WebhookSignatureValidator.validate({ xSignature, xRequestId: requestId, dataId, secret })
  } catch (error) {
    if (error instanceof InvalidWebhookSignatureError) {
      throw new AppError('signature_invalid', 'The signature does not belong to this notice', { cause: error })
    }
    throw error
  }
  requireRecent(signedAt, callback)
  return { dataId, requestId }
}

/** The package takes the last of several, and any spelling: so there must be one of each. */
function signedAtSeconds(xSignature: string): number {
  const parts = xSignature.split(',').map((part) => part.trim())
  const named = (name: string) => parts.filter((part) => part.toLowerCase().startsWith(name))
  const [ts, ...moreTs] = named('ts')
  const [v1, ...moreV1] = named('v1')
  const digits = /^ts=(\d{10}|\d{13})$/.exec(ts ?? '')?.[1]
  if (digits === undefined || !/^v1=[0-9a-f]{64}$/.test(v1 ?? '') || moreTs.length > 0 || moreV1.length > 0) {
    throw new AppError('signature_invalid', 'The x-signature must have exactly one ts and one v1')
  }
  return digits.length === 13 ? Number(digits) / 1000 : Number(digits)
}

function requireOneOf(query: URLSearchParams, name: string, form: RegExp): string {
  const [value, ...more] = query.getAll(name)
  if (value === undefined || more.length > 0 || !form.test(value)) {
    throw new AppError('signature_invalid', `The address must name exactly one ${name}`)
  }
  return value
}

/** Nothing of the body is believed. One that says something else than the address was put together by somebody else. */
function requireAgreement(body: Buffer, { dataId, kind }: { dataId: string; kind: string }): void {
  const { type, data } = parseBody(body)
  const id = isObject(data) ? data['id'] : undefined
  const sameType = type === undefined || type === kind
  if (!sameType || (id !== undefined && !isSameId(id, dataId))) {
    throw new AppError('signature_invalid', 'The body and the address speak of different things')
  }
}

/** Ids of chargebacks have more digits than a JSON number keeps. */
function isSameId(id: unknown, dataId: string): boolean {
  return typeof id === 'number' ? id === Number(dataId) : typeof id === 'string' && id.toLowerCase() === dataId
}

function parseBody(body: Buffer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    if (isObject(parsed)) return parsed
  } catch {
    // Told below, in the same words as for JSON that is no object.
  }
  throw new AppError('signature_invalid', 'The body is not what MercadoPago sends')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A chargeback is looked up at MercadoPago: the payment that its body names is not signed. */
async function paymentMeant(
  api: Pick<MercadopagoApi, 'paymentsOfChargeback'>,
  { dataId, kind }: { dataId: string; kind: string },
): Promise<string | undefined> {
  if (!/^\d+$/.test(dataId)) return undefined
  if (kind === 'payment') return dataId
  if (kind !== 'topic_chargebacks_wh') return undefined
  const payments = await api.paymentsOfChargeback(dataId)
  return payments.length === 1 ? payments[0] : undefined
}
