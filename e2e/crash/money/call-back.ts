import { type CheckoutId, formatId } from '../../../server/src/ids.ts'
import { signSandboxCallback } from '../../../server/src/payments/sandbox/sandbox-callback.ts'
import type { Shop } from './open-shops.ts'
import type { Told } from './story.ts'

const DATABASE_TIMEOUT_MS = 15_000

export type Reply = { status: number; text: string }

/** One call of the provider, signed anew as each of its attempts is. Undefined: nobody answered, so nobody knows. */
export async function callBack(
  baseUrl: string,
  { told, checkoutId, shops }: { told: Told; checkoutId: CheckoutId; shops: Shop[] },
): Promise<Reply | undefined> {
  const { eventId, news, fraud, to, names } = told
  const facts = { paid: null, refundedMinor: 0, dispute: 'none', closed: false, ...news }
  const data = { storeId: formatId('sto', names.storeId), checkoutId: formatId('chk', checkoutId), ...facts }
  const body = JSON.stringify({ type: 'payment', data })
  const signedAt = String(Math.floor(Date.now() / 1000))
  const secret = fraud === 'forged' ? shops.find((shop) => shop !== to)?.secret : to.secret
  try {
    const response = await fetch(`${baseUrl}/api/payments/1.0/sandbox/${formatId('sto', to.storeId)}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': eventId,
        'webhook-timestamp': signedAt,
        'webhook-signature': signSandboxCallback(secret ?? '', { eventId, signedAt, body }),
      },
      body: fraud === 'changed' ? body.replace('"payment"', '"Payment"') : body,
      signal: AbortSignal.timeout(DATABASE_TIMEOUT_MS),
    })
    return { status: response.status, text: await response.text() }
  } catch {
    return undefined
  }
}
