import { formatId } from '../../server/src/ids.ts'
import { signSandboxCallback } from '../../server/src/payments/sandbox/sandbox-callback.ts'
import { checkoutId, type SellingStore } from './open-checkouts.ts'

export type SignedCallback = { path: string; headers: Record<string, string>; body: string }

/** The callback of the sandbox provider that reports checkout `n` as paid. */
export function signCallback({ storeId, secret }: SellingStore, n: number): SignedCallback {
  const eventId = `evt_${n}`
  const store = formatId('sto', storeId)
  const body = JSON.stringify({
    type: 'payment.paid',
    data: {
      storeId: store,
      checkoutId: formatId('chk', checkoutId(n)),
      paid: { amountMinor: 990, currency: 'EUR' },
      refundedMinor: 0,
      dispute: 'none',
      closed: false,
    },
  })
  const signedAt = String(Math.floor(Date.now() / 1000))
  return {
    path: `/api/payments/1.0/sandbox/${store}`,
    headers: {
      'webhook-id': eventId,
      'webhook-timestamp': signedAt,
      'webhook-signature': signSandboxCallback(secret, { eventId, signedAt, body }),
    },
    body,
  }
}
