import { createHmac } from 'node:crypto'
import type { MoneyStore } from './money-stores.ts'
import type { ProviderEvent } from './scenario.ts'

const TIMEOUT_MS = 15_000

export type Reply = { status: number; text: string }

/** Sends one callback, with a new signature for each attempt. Undefined if there was no response. */
export async function sendCallback(
  baseUrl: string,
  { event, checkoutId, stores }: { event: ProviderEvent; checkoutId: string; stores: MoneyStore[] },
): Promise<Reply | undefined> {
  const { eventId, fraud, to, names } = event
  const facts = { paid: null, refundedMinor: 0, dispute: 'none', closed: false, ...event.facts }
  const body = JSON.stringify({ type: 'payment', data: { storeId: names.storeId, checkoutId, ...facts } })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const secret = fraud === 'forged' ? stores.find((store) => store !== to)?.secret : to.secret
  try {
    const response = await fetch(`${baseUrl}/api/payments/1.0/sandbox/${to.storeId}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': eventId,
        'webhook-timestamp': timestamp,
        'webhook-signature': sign(secret ?? '', `${eventId}.${timestamp}.${body}`),
      },
      body: fraud === 'changed' ? body.replace('"payment"', '"Payment"') : body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: response.status, text: await response.text() }
  } catch {
    return undefined
  }
}

function sign(secret: string, text: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
}
