import type { StoreId } from '../../server/src/ids.ts'
import type { startStore } from '../../server/test/start-store.ts'
import { createEmulatedGame } from '../emulators/emulated-game.ts'
import { type ClientSettings, CrashError } from '../emulators/game-client.ts'
import { createLosingTransport } from '../emulators/losing-transport.ts'
import { operationOf, type Transport } from '../emulators/store-connection.ts'
import type { Client } from './clients.ts'

export type Store = Awaited<ReturnType<typeof startStore>>

export type Trouble = {
  /** The calls that the network loses. */
  lose?: Parameters<typeof createLosingTransport>[0]
  crashAfterRun?: NonNullable<ClientSettings['crashAfterRun']>
}

type Setup = {
  storeId: StoreId
  client: Client
  /** Gets the purchases in each response, even if the client does not receive it. */
  onDispatched?: (checkoutIds: string[]) => void
}

const MAX_POLLS = 500

const realNow = Date.now
let ahead = 0
Date.now = () => realNow() + ahead
/** Stores at whose end the clock is set back, because the next test file can run in the same process. */
const watched = new WeakSet<Store['app']>()

/** Adds a game server with the profile of the client, and starts the client with an emulated game. */
export async function startGameServer(
  store: Store,
  { storeId, client, lose, crashAfterRun, onDispatched }: Trouble & Setup,
) {
  if (!watched.has(store.app)) store.app.server.once('close', () => (ahead = 0))
  watched.add(store.app)
  const { serverId, key } = await store.createServer(storeId, client.profile)
  const game = createEmulatedGame()
  const unknownFields: string[] = []
  const fields = client.fields ?? ['checkouts']
  const network = watchQueue((response) => {
    unknownFields.push(...Object.keys(response).filter((field) => !fields.includes(field)))
    const deliveries = response.checkouts ?? response.commands ?? []
    const approvals = deliveries.filter(({ deliveryType }) => deliveryType === 'APPROVE')
    onDispatched?.(approvals.map(({ checkoutId }) => checkoutId))
  })
  const script = client.create({
    baseUrl: store.baseUrl,
    key,
    game,
    transport: lose ? createLosingTransport(lose, network) : network,
    ...(crashAfterRun && { crashAfterRun }),
  })
  if (!(await script.init())) throw new Error(`init failed: ${script.faults.join()}`)

  async function poll(): Promise<void> {
    if (client.profile === 'mta') await passTime()
    try {
      await script.pollOnce()
    } catch (error) {
      if (!(error instanceof CrashError)) throw error
      script.restart()
      await script.init()
    }
    // MTA fails or not, depending on the order in which its runtime reads the fields.
    if (unknownFields.length > 0) throw new Error(`the queue has an unknown field: ${unknownFields[0]}`)
  }

  /** MTA polls every ten seconds. Tests poll faster, so they move the clocks of the server and of its queue. */
  async function passTime(): Promise<void> {
    ahead += 10_000
    await store.query(
      `update poll_windows set quiet_until = quiet_until - interval '10 seconds' where store_id = $1 and server_id = $2`,
      [storeId, serverId],
    )
  }

  /** Pending deliveries for online players, of the types that the client supports. */
  async function countDue(): Promise<number> {
    const [row] = await store.query<{ due: number }>(
      `select count(*)::integer as due from pending_deliveries
       where store_id = $1 and server_id = $2 and game_user_id = any($3) and delivery_type = any($4) and hold_reason is null`,
      [storeId, serverId, [...game.onlinePlayers()], client.deliveryTypes],
    )
    return row?.due ?? 0
  }

  /** Polls until everything due is reported, and three times more, in case something runs twice. */
  async function serveAll(): Promise<void> {
    let polls = 0
    while ((await countDue()) > 0) {
      if (++polls > MAX_POLLS)
        throw new Error(`${await countDue()} deliveries are still pending: ${script.faults.slice(0, 5).join('; ')}`)
      await poll()
    }
    for (let more = 0; more < 3; more++) await poll()
  }

  return { serverId, key, game, script, poll, serveAll }
}

type QueueResponse = Partial<Record<'checkouts' | 'commands', { checkoutId: string; deliveryType: string }[]>>

function watchQueue(onResponse: (response: QueueResponse) => void): Transport {
  return async (url, request) => {
    const response = await fetch(url, request)
    if (operationOf(url) !== 'queue' || response.status !== 200) return response
    const text = await response.text()
    onResponse(JSON.parse(text) as QueueResponse)
    return { status: response.status, text: async () => text }
  }
}
