import type { GameRequest } from '../../e2e/kit/load/game-connection.ts'
import { formatId } from '../../server/src/ids.ts'
import { signSandboxCallback } from '../../server/src/payments/sandbox/sandbox-callback.ts'
import { checkoutId, type SellingStore } from './selling-stores.ts'

/** The callback of the sandbox provider that reports checkout `n` as paid. */
export function signCallback({ storeId, secret }: SellingStore, n: number) {
  const eventId = `evt_${n}`
  const paid = { amountMinor: 990, currency: 'EUR' }
  const facts = { checkoutId: formatId('chk', checkoutId(n)), paid, refundedMinor: 0, dispute: 'none', closed: false }
  const body = JSON.stringify({ type: 'payment.paid', data: { storeId, ...facts } })
  const signedAt = String(Math.floor(Date.now() / 1000))
  return {
    method: 'POST',
    path: `/api/payments/1.0/sandbox/${storeId}`,
    headers: {
      'webhook-id': eventId,
      'webhook-timestamp': signedAt,
      'webhook-signature': signSandboxCallback(secret, { eventId, signedAt, body }),
    },
    body,
  } satisfies GameRequest
}
