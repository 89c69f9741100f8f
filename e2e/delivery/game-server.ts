import type { StoreId } from '../../server/src/ids.ts'
import type { startStore } from '../../server/test/start-store.ts'
import { createEmulatedGame } from '../emulators/emulated-game.ts'
import { type ClientSettings, CrashError } from '../emulators/game-client.ts'
import { createLosingTransport } from '../emulators/losing-transport.ts'
import { operationOf, type Transport } from '../emulators/store-connection.ts'
import type { Client } from './clients.ts'

export type Store = Awaited<ReturnType<typeof startStore>>

export type Trouble = {
  /** Which calls the network loses. */
  lose?: Parameters<typeof createLosingTransport>[0]
  crashAfterRun?: NonNullable<ClientSettings['crashAfterRun']>
}

type Setup = {
  storeId: StoreId
  client: Client
  /** Hears the checkouts of all purchases in an answer, whether or not the client gets to see it. */
  onHandedOut?: (checkoutIds: string[]) => void
}

const MOST_POLLS = 500

const realNow = Date.now
let ahead = 0
Date.now = () => realNow() + ahead

/** A game server of a store: a client on the profile that suits it, and the game behind it. */
export async function startGameServer(
  store: Store,
  { storeId, client, lose, crashAfterRun, onHandedOut }: Trouble & Setup,
) {
  const { serverId, key } = await store.createServer(storeId, client.profile)
  const game = createEmulatedGame()
  const strayFields: string[] = []
  const fields = client.fields ?? ['checkouts']
  const network = listenToQueue((answer) => {
    strayFields.push(...Object.keys(answer).filter((field) => !fields.includes(field)))
    const elements = answer.checkouts ?? answer.commands ?? []
    const approvals = elements.filter(({ deliveryType }) => deliveryType === 'APPROVE')
    onHandedOut?.(approvals.map(({ checkoutId }) => checkoutId))
  })
  const script = client.create({
    baseUrl: store.baseUrl,
    key,
    game,
    transport: lose ? createLosingTransport(lose, network) : network,
    ...(crashAfterRun && { crashAfterRun }),
  })
  if (!(await script.init())) throw new Error(`init was refused: ${script.faults.join()}`)

  async function poll(): Promise<void> {
    if (client.profile === 'mta') passTime(10)
    try {
      await script.pollOnce()
    } catch (error) {
      if (!(error instanceof CrashError)) throw error
      script.restart()
      await script.init()
    }
    // Whether MTA stumbles over it depends on the order in which its runtime happens to see the fields.
    if (strayFields.length > 0)
      throw new Error(`the queue has a field beside ${fields.join(' and ')}: ${strayFields[0]}`)
  }

  /** What the client should still deliver: for players who are there, of the types that it acts on. */
  async function countDue(): Promise<number> {
    const [row] = await store.query<{ due: number }>(
      `select count(*)::integer as due from pending_deliveries
       where store_id = $1 and server_id = $2 and game_user_id = any($3) and delivery_type = any($4)`,
      [storeId, serverId, [...game.onlinePlayers()], client.acts],
    )
    return row?.due ?? 0
  }

  /** Polls until everything due is delivered and reported, then a little more: a second run would come now. */
  async function serveAll(): Promise<void> {
    let polls = 0
    while ((await countDue()) > 0) {
      if (++polls > MOST_POLLS)
        throw new Error(`${await countDue()} elements still wait: ${script.faults.slice(0, 5).join('; ')}`)
      await poll()
    }
    for (let more = 0; more < 3; more++) await poll()
  }

  return { serverId, key, game, script, poll, serveAll }
}

/**
 * To MTA the server shows a long queue in turns, by its clock. It runs in this process, and that clock goes on by the
 * client's interval at each of its polls: tests poll faster than games.
 */
function passTime(seconds: number): void {
  ahead += seconds * 1000
}

type Handed = Partial<Record<'checkouts' | 'commands', { checkoutId: string; deliveryType: string }[]>>

function listenToQueue(hear: (answer: Handed) => void): Transport {
  return async (url, request) => {
    const response = await fetch(url, request)
    if (operationOf(url) !== 'queue' || response.status !== 200) return response
    const text = await response.text()
    hear(JSON.parse(text) as Handed)
    return { status: response.status, text: async () => text }
  }
}
