import { createManageClient } from '@quartermaster/sdk'
import { GAMES_PATHS, readDeliveryIds } from '../../e2e/kit/load/game-calls.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import type { Shop } from '../../e2e/kit/trade/sell.ts'

const ATTEMPT_TIMEOUT_MS = 3_000
/** Each uses a new connection, so most of the processes are asked. */
const IN_A_ROW = 6

type Place = { url: string; shop: Shop }

/**
 * Waits until a sale is delivered and reported several times in a row. A process that still reads from a primary that was
 * replaced would not see the sale. Returns false after the timeout.
 */
export async function waitForService({ url, shop }: Place, timeoutMs: number): Promise<boolean> {
  const { storeId, servers, productId, token } = shop
  const manage = createManageClient({ url, token, retries: 0, timeoutMs: ATTEMPT_TIMEOUT_MS })
  const [server] = servers
  let inARow = 0

  async function call(path: string, body?: object): Promise<string> {
    const response = await fetch(`${url}${path}`, {
      headers: {
        authorization: server?.key ?? '',
        connection: 'close',
        ...(body && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${response.status} ${text}`)
    return text
  }

  async function succeeds(): Promise<boolean> {
    try {
      const { deliveryIds } = await manage.createManualSale({ storeId, gameUserId: 'probe', items: [{ productId }] })
      const ids = readDeliveryIds(await call(GAMES_PATHS.poll))
      if (!deliveryIds.some((id) => ids.includes(id))) return false
      for (const id of ids) await call(GAMES_PATHS.report, { commandQueueId: id })
      return true
    } catch {
      return false
    }
  }

  return waitUntil(
    async () => {
      inARow = (await succeeds()) ? inARow + 1 : 0
      return inARow >= IN_A_ROW
    },
    { timeoutMs, intervalMs: 100 },
  )
}
