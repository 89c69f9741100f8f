import { createGamesClient } from '@quartermaster/sdk'
import { startProduct } from '../../kit/start-product.ts'
import type { Result } from '../../kit/run-harness.ts'
import type { Profile, Run } from '../profile.ts'
import { checkLog } from '../check-log.ts'
import { createRequestTraffic } from '../requests/make-requests.ts'
import { readOperations } from '../requests/openapi.ts'
import { runRequests, shareOf } from '../run-requests.ts'
import { createGameCallers } from './game-callers.ts'
import { createGameStores, type GameStores } from './game-stores.ts'

const MAX_RATE_LIMITED_SHARE = 0.5

export const gamesProfile: Profile = { usual: 200_000, short: 2_000, run }

async function run({ requests, seed, defer }: Run): Promise<Result> {
  const product = await startProduct(defer, { settings: { LOG_LEVEL: 'trace' } })
  const { server, logFile } = product
  const stores = await createGameStores(product, Math.min(1_600, Math.max(160, requests / 100)))
  const traffic = createRequestTraffic({
    operations: [...readOperations('games-1.0'), ...readOperations('games-2.0')],
    makeCaller: createGameCallers(stores),
    validShare: 0.25,
    irregularShare: 0.12,
  })
  const { faults, ...tally } = await runRequests(traffic, { requests, seed, server })
  if (server.died() === undefined) faults.push(...(await checkServing(server.url, stores)))
  await server.stop()
  const { keys, withDeliveries, revokedKeys, busyKey } = stores
  const secrets = [...keys, ...withDeliveries.map(({ key }) => key), ...revokedKeys, busyKey]
  faults.push(...(await checkLog(logFile, secrets)).faults)
  const rateLimitedShare = shareOf(tally, 429)
  if (rateLimitedShare > MAX_RATE_LIMITED_SHARE) faults.push(`${rateLimitedShare} of the answers are 429, too many`)
  return { figures: { requests, ...tally, rateLimitedShare }, failures: faults }
}

/** Checks that the server still works after all messages: it dispatches a purchase until the client reports it. */
async function checkServing(url: string, { sellOnUnusedServer }: GameStores): Promise<string[]> {
  try {
    const { key, deliveryIds } = await sellOnUnusedServer()
    const client = createGamesClient({ url, key, retries: 0 })
    const poll = async () => (await client.pendingCommands()).map(({ id }) => id).join()
    await client.init({ serverPort: 30_120 })
    if ((await poll()) !== deliveryIds.join()) return ['at the end, a purchase is not dispatched']
    for (const id of deliveryIds) await client.markAsProcessed(id)
    return (await poll()) === '' ? [] : ['at the end, a reported delivery is still dispatched']
  } catch (error) {
    return [`at the end, a call fails: ${String(error)}`]
  }
}
