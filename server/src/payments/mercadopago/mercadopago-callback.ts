import { InvalidWebhookSignatureError, WebhookSignatureValidator } from 'mercadopago'
import { AppError } from '../../errors.ts'
import { requireRecentSignature, requireSingleHeader } from '../callback-signature.ts'
import type { MercadopagoApi } from './mercadopago-api.ts'
import type { Callback, CallbackEvent } from '../provider.ts'

/**
 * MercadoPago signs the id in the query string, its request id and the time, but neither the body nor the type. So a
 * callback only triggers a query, and the id of the event is built from signed values.
 */
export async function readMercadopagoCallback(
  api: CallbackApi,
  { callback, webhookSecret }: { callback: Callback; webhookSecret: string },
): Promise<CallbackEvent> {
  const { dataId, requestId } = requireSignature(callback, webhookSecret)
  const kind = requireSingleParameter(callback.query, 'type', /^[\w.-]{1,64}$/)
  requireMatchingBody(callback.body, { dataId, kind })
  return { eventId: `${requestId}:${dataId}`, kind, content: await findContent(api, { dataId, kind }) }
}

type CallbackApi = Pick<MercadopagoApi, 'findPaymentsOfChargeback' | 'findInvoice'>

async function findContent(
  api: CallbackApi,
  named: { dataId: string; kind: string },
): Promise<CallbackEvent['content']> {
  const { dataId, kind } = named
  if (kind === 'subscription_preapproval') return { subscriptionRefs: { subscriptionRef: dataId } }
  if (kind === 'subscription_authorized_payment') {
    const invoice = await api.findInvoice(dataId)
    return invoice ? { subscriptionRefs: { subscriptionRef: invoice.preapproval_id } } : 'ignored'
  }
  const paymentRef = await findPaymentRef(api, named)
  return paymentRef === undefined ? 'ignored' : { refs: { paymentRef } }
}

/** Checks the age itself, because the package supports seconds only and MercadoPago also sends milliseconds. */
function requireSignature(callback: Callback, secret: string): { dataId: string; requestId: string } {
  // The signed text contains the id in lower case, so the case of the id is not signed.
  const dataId = requireSingleParameter(callback.query, 'data.id', /^[\w-]{1,64}$/).toLowerCase()
  const requestId = requireSingleHeader(callback, 'x-request-id')
  if (!/^[^\s;]{1,200}$/.test(requestId))
    throw new AppError('signature_invalid', 'The x-request-id header is malformed')
  const xSignature = requireSingleHeader(callback, 'x-signature')
  const signedAt = signedAtSeconds(xSignature)
  try {
    WebhookSignatureValidator.validate({ xSignature, xRequestId: requestId, dataId, secret })
  } catch (error) {
    if (error instanceof InvalidWebhookSignatureError) {
      throw new AppError('signature_invalid', 'The signature is wrong. Check the webhookSecret.', { cause: error })
    }
    throw error
  }
  requireRecentSignature(signedAt, callback)
  return { dataId, requestId }
}

/** Requires exactly one of each part, because the package uses the last one and accepts other formats. */
function signedAtSeconds(xSignature: string): number {
  const parts = xSignature.split(',').map((part) => part.trim())
  const named = (name: string) => parts.filter((part) => part.toLowerCase().startsWith(name))
  const [ts, ...moreTs] = named('ts')
  const [v1, ...moreV1] = named('v1')
  const digits = /^ts=(\d{10}|\d{13})$/.exec(ts ?? '')?.[1]
  if (digits === undefined || !/^v1=[0-9a-f]{64}$/.test(v1 ?? '') || moreTs.length > 0 || moreV1.length > 0) {
    throw new AppError('signature_invalid', 'The x-signature header must have exactly one ts and one v1')
  }
  return digits.length === 13 ? Number(digits) / 1000 : Number(digits)
}

function requireSingleParameter(query: URLSearchParams, name: string, pattern: RegExp): string {
  const [value, ...more] = query.getAll(name)
  if (value === undefined || more.length > 0 || !pattern.test(value)) {
    throw new AppError('signature_invalid', `The query string must have exactly one valid ${name}`)
  }
  return value
}

/** The body is not signed and not used. A body that contradicts the query string was not sent by MercadoPago. */
function requireMatchingBody(body: Buffer, { dataId, kind }: { dataId: string; kind: string }): void {
  const { type, data } = parseBody(body)
  const id = isObject(data) ? data['id'] : undefined
  const sameType = type === undefined || type === kind
  if (!sameType || (id !== undefined && !isSameId(id, dataId))) {
    throw new AppError('signature_invalid', 'The body contradicts the query string')
  }
}

/** Ids of chargebacks have more digits than a JSON number can represent. */
function isSameId(id: unknown, dataId: string): boolean {
  return typeof id === 'number' ? id === Number(dataId) : typeof id === 'string' && id.toLowerCase() === dataId
}

function parseBody(body: Buffer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    if (isObject(parsed)) return parsed
  } catch {
    // Falls through to the error below.
  }
  throw new AppError('signature_invalid', 'The body must be a JSON object')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads a chargeback from MercadoPago, because the payment id in the body is not signed. */
async function findPaymentRef(
  api: Pick<MercadopagoApi, 'findPaymentsOfChargeback'>,
  { dataId, kind }: { dataId: string; kind: string },
): Promise<string | undefined> {
  if (!/^\d+$/.test(dataId)) return undefined
  if (kind === 'payment') return dataId
  if (kind !== 'topic_chargebacks_wh') return undefined
  const payments = await api.findPaymentsOfChargeback(dataId)
  return payments.length === 1 ? payments[0] : undefined
}
