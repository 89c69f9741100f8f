import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGameCalls, GAMES_PATHS, readDeliveryIds } from '../../e2e/kit/load/game-calls.ts'
import { GameConnection } from '../../e2e/kit/load/game-connection.ts'
import type { SellingCell } from './start-cells.ts'

type Place = { port: number }
const EARLY_MS = 500
const FEED_TIMEOUT_MS = 20_000

/** A game server of a cell, whose key is not used by other clients. */
function firstKey({ store }: SellingCell): string {
  const [server] = store.servers
  if (!server) throw new Error('the store has no game server')
  return server.key
}

/**
 * A poll waits at the front door, then something is sold: the poll must return it. `between` runs while the poll waits.
 */
export async function checkWaitingPoll(
  cell: SellingCell,
  { port, waitSeconds, between }: Place & { waitSeconds: number; between?: () => Promise<void> },
): Promise<string[]> {
  const key = `Bearer ${firstKey(cell)}`
  const calls = createGameCalls({ port, key })
  for (const id of readDeliveryIds((await calls.poll()).text)) await calls.report(id)
  const waiting = createGameCalls({ port, key, waitSeconds })
  const response = waiting.poll()
  await sleep(EARLY_MS)
  await between?.()
  const sale = await cell.store.sell({ gameUserId: '1000', items: [{ productId: cell.productId }] })
  const { status, text, hasWaited } = await response
  calls.close()
  waiting.close()
  if (status !== 200 || !text.includes(sale.deliveryIds[0] ?? 'no delivery'))
    return [`a waiting poll of ${cell.name}: ${status} ${text.slice(0, 200)}`]
  return hasWaited ? [] : [`a poll of ${cell.name} did not wait`]
}

/** A poll that waits in vain must be answered by its cell, not by a timeout of the front door. */
export async function checkLongestWait(cell: SellingCell, { port, waitSeconds }: Place & { waitSeconds: number }) {
  const connection = await GameConnection.open(port, () => undefined)
  const key = cell.keys.at(-1) ?? ''
  const headers = { host: 'api.example', authorization: key, prefer: `wait=${waitSeconds}` }
  const start = Date.now()
  const { status } = await connection.send({ method: 'GET', path: GAMES_PATHS.poll, headers }, 90_000)
  connection.close()
  const seconds = (Date.now() - start) / 1_000
  return status === 200 && seconds >= waitSeconds - 1
    ? []
    : [`a poll that waits ${waitSeconds} s was answered with ${status} after ${seconds} s`]
}

/** The live feed of the dashboard, through the host of the management. Returns when it shows a new sale, or fails. */
export async function checkFeed(
  cell: SellingCell,
  { port, between }: Place & { between?: () => Promise<void> },
): Promise<{ seconds: number; failures: string[] }> {
  const url = `http://${cell.entry.management}:${port}/api/manage/1.0/stores/${cell.store.storeId}/feed`
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${cell.token}` }
  const request = get(url, { headers, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  response.on('error', () => undefined)
  await between?.()
  const sale = await cell.store.sell({ gameUserId: '1001', items: [{ productId: cell.productId }] })
  const start = Date.now()
  while (!text.includes(sale.id) && Date.now() - start < FEED_TIMEOUT_MS) await sleep(20)
  request.destroy()
  const seconds = (Date.now() - start) / 1_000
  const isShown = text.includes(sale.id)
  return { seconds, failures: isShown ? [] : [`the feed of ${cell.name} (${response.statusCode}) did not show a sale`] }
}

/** Whether the front door sends a host to the pages of this cell. */
export async function servesHost(cell: SellingCell, { port, host }: Place & { host: string }): Promise<boolean> {
  const connection = await GameConnection.open(port, () => undefined)
  const request = { method: 'GET' as const, path: '/api/storefront/1.0/store', headers: { host } }
  const { status, body } = await connection.send(request, 30_000)
  connection.close()
  return status === 200 && body.toString().includes(`Store of ${cell.name}`)
}
