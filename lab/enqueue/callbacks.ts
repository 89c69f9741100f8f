import { GameConnection } from '../../e2e/kit/load/game-connection.ts'
import { sandboxCallback, sandboxPath } from '../../e2e/kit/sandbox.ts'
import type { OpenCheckout } from './selling-stores.ts'

const TIMEOUT_MS = 60_000
const PAID = { amountMinor: 990, currency: 'EUR' }

/**
 * Reports checkouts as paid over persistent connections, one at a time on each, and returns the seconds that took. Uses
 * sockets, because a full HTTP client would take CPU time from the server on the same machine.
 */
export async function postCallbacks(port: number, checkouts: OpenCheckout[], connections: number): Promise<number> {
  const waiting = checkouts
    .map(({ store: { storeId, secret }, checkoutId }) => ({
      method: 'POST' as const,
      path: sandboxPath(storeId),
      ...sandboxCallback(secret, { eventId: `evt_${checkoutId}`, storeId, checkoutId, facts: { paid: PAID } }),
    }))
    .values()

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
