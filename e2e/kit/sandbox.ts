import { createHmac, randomBytes } from 'node:crypto'
import type { Owner } from './test-store.ts'

type Facts = {
  paid: { amountMinor: number; currency: string } | null
  refundedMinor?: number
  dispute?: string
  closed?: boolean
}
type Event = { eventId: string; storeId: string; checkoutId: string; facts: Facts }

/** Lets a test store take play money. Returns the secret with which its provider signs. */
export async function connectSandbox({ manage }: Pick<Owner, 'manage'>, storeId: string): Promise<string> {
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  await manage.connectPaymentProvider({ storeId, provider: 'sandbox', credentials: { secret } })
  return secret
}

export function sandboxPath(storeId: string): string {
  return `/api/payments/1.0/sandbox/${storeId}`
}

/** A callback as the sandbox sends it, signed now. */
export function sandboxCallback(secret: string, { eventId, storeId, checkoutId, facts }: Event) {
  const data = { storeId, checkoutId, refundedMinor: 0, dispute: 'none', closed: false, ...facts }
  return signSandbox(secret, eventId, JSON.stringify({ type: 'payment', data }))
}

/** Not the code of the product, so that a fault of its signature is noticed. */
export function signSandbox(secret: string, eventId: string, body: string) {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
  return { headers, body }
}
