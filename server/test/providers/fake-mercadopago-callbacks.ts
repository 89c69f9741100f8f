import { createHmac, randomUUID } from 'node:crypto'
import type { SignedCallback } from './fake-provider.ts'

export type Signing = {
  secret: string
  at: Date
  url: string
  dataId: string
  type: string
  /** MercadoPago signs with seconds or milliseconds. */
  inMilliseconds?: boolean
}

/** Signs like MercadoPago: the id in the query string, the request id and the time, but not the body. */
export function signMercadopago(body: string, signing: Signing): SignedCallback {
  const { secret, at, dataId, type, inMilliseconds = false } = signing
  const url = new URL(signing.url)
  url.searchParams.set('data.id', dataId)
  url.searchParams.set('type', type)
  const requestId = randomUUID()
  const ts = inMilliseconds ? at.getTime() : Math.floor(at.getTime() / 1000)
  const manifest = `id:${dataId.toLowerCase()};request-id:${requestId};ts:${ts};`
  const v1 = createHmac('sha256', secret).update(manifest).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-request-id': requestId,
    'x-signature': `ts=${ts},v1=${v1}`,
  }
  return { url: url.href, headers, body }
}
