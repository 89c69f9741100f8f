import { GameConnection, type GameRequest } from '../../e2e/kit/load/game-connection.ts'
import { formatId } from '../../server/src/ids.ts'
import { signSandboxCallback } from '../../server/src/payments/sandbox/sandbox-callback.ts'
import { checkoutId, type SellingStore } from './selling-stores.ts'

const TIMEOUT_MS = 60_000

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

/**
 * Posts callbacks over persistent connections, one at a time on each, and returns the seconds that took. Uses sockets,
 * because a full HTTP client would take CPU time from the server on the same machine.
 */
export async function postCallbacks(port: number, callbacks: GameRequest[], connections: number): Promise<number> {
  const waiting = callbacks.values()

  async function postOnConnection(): Promise<void> {
    const connection = await GameConnection.open(port, () => undefined)
    for (const callback of waiting) {
      const { status, body } = await connection.send(callback, TIMEOUT_MS)
      if (!body.includes('"received":"applied"'))
        throw new Error(`A callback was not applied: ${status} ${body.toString()}`)
    }
    connection.close()
  }

  const startedAt = performance.now()
  await Promise.all(Array.from({ length: connections }, postOnConnection))
  return (performance.now() - startedAt) / 1000
}
