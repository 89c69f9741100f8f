import { type DeliveryId, formatId } from '../../server/src/ids.ts'
import type { startStore } from '../../server/test/start-store.ts'
import { openGame } from './open-game.ts'
import { startClient } from './start-client.ts'
import { type Fault, startFaultyProxy } from './faulty-proxy.ts'

type Settings = {
  /** The command that starts the client. */
  command: [string, ...string[]]
  onTestFinished: (clean: () => Promise<void>) => void
  injectFault?: (path: string) => Fault | undefined
  /** By default, the client writes its commands to a file. */
  console?: { url: string }
}

/** Opens a store with three products, and a game. `start` starts the client. Everything stops with the test. */
export async function openShop(
  store: Awaited<ReturnType<typeof startStore>>,
  { command, onTestFinished, injectFault = () => undefined, console }: Settings,
) {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const vip = await store.createProduct(storeId)
  const kit = await store.createProduct(storeId, {
    name: 'Kit ⚔',
    commands: { approve: ['give {userId} sword 1', 'title {userId} "hail {userId}"'], refund: [], expire: [] },
  })
  const boost = await store.createProduct(storeId, {
    name: 'Boost',
    commands: { approve: ['boost {userId} on'], refund: [], expire: ['boost {userId} off'] },
    durationSeconds: 1,
  })
  const proxy = await startFaultyProxy(store.baseUrl, injectFault)
  onTestFinished(proxy.close)
  const game = await openGame()
  onTestFinished(game.close)

  function start() {
    const running = startClient(command, { url: proxy.url, key, consoleUrl: console?.url }, game)
    onTestFinished(running.kill)
    return running
  }

  async function readPending(): Promise<{ id: string; player: string }[]> {
    const rows = await store.query<{ id: DeliveryId; player: string }>(
      `select id, game_user_id as player from pending_deliveries where store_id = $1 order by position`,
      [storeId],
    )
    return rows.map(({ id, player }) => ({ id: formatId('cmd', id), player }))
  }

  return { storeId, goods: { vip, kit, boost }, game, requests: proxy.requests, start, readPending }
}
