import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../../e2e/delivery/clients.ts'
import { createEmulatedGame } from '../../e2e/emulators/emulated-game.ts'
import { pollRepeatedly } from '../../e2e/emulators/poll-repeatedly.ts'
import { createTestStore, type Owner } from '../../e2e/kit/test-store.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { audit, type Finding, isDue, type PlayedScenario, type Sale } from './audit.ts'

export type Place = { owner: Owner; url: string }
type Settings = { place: Place; client: Client; scenario: string; intervalMs?: number }
export type Cell = Awaited<ReturnType<typeof openCell>>

/** Of each request, so that a client takes its time to work through a list. */
export const LATENCY_MS = 30
export const COINS = { name: 'Coins', approve: 'addcoins {userId} 100' }
const SERVED_WITHIN_MS = 60_000

/** A store with one game server, its emulated game and its client. */
export async function openCell({ place, client, scenario, ...rest }: Settings) {
  const { intervalMs = client.profile === 'mta' ? 2_000 : 1_000 } = rest
  const store = await createTestStore(place.owner, { profile: client.profile })
  const game = createEmulatedGame()
  const sales: (Sale & { soldAt: number })[] = []
  const products = new Map<object, Promise<string>>()
  const state = { isStopped: false, players: 1_000, startedAt: 0 }
  const played: PlayedScenario = { client, scenario, game, sales }
  const script = client.create({
    baseUrl: place.url,
    key: store.servers[0]?.key ?? '',
    game,
    transport: async (...request) => sleep(LATENCY_MS).then(() => fetch(...request)),
  })
  let running: Promise<void> | undefined
  const start = () => void (running ??= run()).catch(() => undefined)
  const stop = () => void (state.isStopped = true)

  async function run(): Promise<void> {
    state.startedAt = Date.now()
    if (!(await script.init())) throw new Error(`init failed: ${script.faults.join('; ')}`)
    await pollRepeatedly(script, { intervalMs, isStopped: () => state.isStopped })
  }

  async function buy(player: string, product = COINS): Promise<void> {
    const { approve, name } = product
    if (!products.has(product)) products.set(product, store.addProduct({ name, commands: { approve: [approve] } }))
    const items = [{ productId: (await products.get(product)) ?? '' }]
    const { deliveryIds } = await store.sell({ gameUserId: player, items })
    sales.push({ player, deliveryId: deliveryIds[0] ?? '', command: approve, units: 1, soldAt: Date.now() })
  }

  /** Sells to new players, one after the other. They are offline. */
  async function sellToMany(count: number): Promise<string[]> {
    const players = Array.from({ length: count }, () => String(state.players++))
    for (const player of players) await buy(player)
    return players
  }

  const isServed = () => !sales.some((sale) => isDue(played, sale))
  const waitUntilServed = () => waitUntil(isServed, { timeoutMs: SERVED_WITHIN_MS, intervalMs: 200 })

  /** A new buyer must be served, too. Waits for some polls more, in case something runs again. */
  async function finish(): Promise<Finding[]> {
    start()
    game.join('42', '43')
    await buy('43')
    await waitUntilServed()
    await sleep(3 * intervalMs + 2_000)
    stop()
    await running
    return audit(played)
  }

  /** How long the last purchase of a player waited for the client. */
  function waitedMs(player: string): number {
    const { deliveryId, soldAt } = sales.findLast((sale) => sale.player === player) ?? { soldAt: 0 }
    const ran = game.ledger.find((entry) => entry.deliveryId === deliveryId)
    return (ran?.at.getTime() ?? Infinity) - Math.max(soldAt, state.startedAt)
  }

  return { game, start, stop, buy, sellToMany, waitUntilServed, finish, waitedMs }
}
