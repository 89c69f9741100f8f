import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../../e2e/delivery/clients.ts'
import { createEmulatedGame } from '../../e2e/emulators/emulated-game.ts'
import { CrashError } from '../../e2e/emulators/game-client.ts'
import { createLosingTransport, type Loss } from '../../e2e/emulators/losing-transport.ts'
import { pollRepeatedly } from '../../e2e/emulators/poll-repeatedly.ts'
import { createTestStore, type Owner } from '../../e2e/kit/test-store.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { audit, type Finding, type PlayedScenario, readState, type Sale } from './audit.ts'

/** What happens to the first two reports: the client is killed before it sends one, or the network loses something. */
export type Trouble = 'crash' | Loss
export type Place = { owner: Owner; url: string }
type Settings = { place: Place; client: Client; scenario: string; trouble?: Trouble | undefined; intervalMs?: number }
type Sold = Sale & { checkoutId: string; soldAt: number }
export type Cell = Awaited<ReturnType<typeof openCell>>

/** Of each request, so that a client takes its time to work through a list. */
export const LATENCY_MS = 30
export const COINS = { name: 'Coins', approve: 'addcoins {userId} 100', durationSeconds: null as number | null }
const REVOKE = ['takecoins {userId} 100']
const MAX_TROUBLES = 2
const SERVED_WITHIN_MS = 60_000
const KILLED = 'the client was killed between run and report, and keeps no journal'
const NOT_REPEATED = 'the network lost the report, and the client does not repeat it'

/** A store with one game server, its emulated game and its client. */
export async function openCell({ place, client, scenario, trouble, ...rest }: Settings) {
  const { intervalMs = client.profile === 'mta' ? 2_000 : 1_000 } = rest
  const store = await createTestStore(place.owner, { profile: client.profile })
  const { storeId, manage } = store
  const game = createEmulatedGame()
  const sales: Sold[] = []
  const products = new Map<object, Promise<string>>()
  const state = { isStopped: false, troubles: 0, players: 1_000, startedAt: 0 }
  const runs = { crash: client.runsWhenCrashed, request: client.runsWhenReportLost, answer: 1 }[trouble ?? 'answer']
  const excuse = { reason: trouble === 'crash' ? KILLED : NOT_REPEATED, runs: MAX_TROUBLES * (runs - 1) }
  const played: PlayedScenario = { client, scenario, game, sales, excuse }

  const isTroubled = () => state.troubles++ < MAX_TROUBLES
  const loss = trouble === 'crash' ? undefined : trouble
  const script = client.create({
    baseUrl: place.url,
    key: store.servers[0]?.key ?? '',
    game,
    transport: createLosingTransport(
      ({ operation }) => (loss && operation === 'report' && isTroubled() ? loss : undefined),
      async (...request) => sleep(LATENCY_MS).then(() => fetch(...request)),
    ),
    crashAfterRun: () => trouble === 'crash' && isTroubled(),
  })
  let running: Promise<void> | undefined
  const start = () => void (running ??= run()).catch(() => undefined)
  const stop = () => void (state.isStopped = true)

  async function run(): Promise<void> {
    for (state.startedAt = Date.now(); !state.isStopped; script.restart()) {
      if (!(await script.init())) throw new Error(`init failed: ${script.faults.join('; ')}`)
      await pollRepeatedly(script, { intervalMs, isStopped: () => state.isStopped }).catch((error: unknown) => {
        if (!(error instanceof CrashError)) throw error
      })
    }
  }

  async function buy(player: string, units = 1, product = COINS): Promise<Sold> {
    const { approve, ...more } = product
    const commands = { approve: [approve], refund: REVOKE, expire: more.durationSeconds ? REVOKE : [] }
    if (!products.has(product)) products.set(product, store.addProduct({ ...more, commands }))
    const items = [{ productId: (await products.get(product)) ?? '', quantity: units }]
    const { id: checkoutId, deliveryIds } = await store.sell({ gameUserId: player, items })
    const sale = { player, checkoutId, deliveryId: deliveryIds[0] ?? '', command: approve, units, soldAt: Date.now() }
    sales.push(sale)
    return sale
  }

  /** Sells to new players, one after the other. They are offline. */
  async function sellToMany(count: number): Promise<string[]> {
    const players = Array.from({ length: count }, () => String(state.players++))
    for (const player of players) await buy(player)
    return players
  }

  /** A client that sends the online players never gets the deliveries of others. */
  async function waitForDispatch({ deliveryId }: Sale): Promise<void> {
    const delivery = { storeId, deliveryId }
    if (client.sendsPlayers) await sleep(3 * intervalMs)
    else await expectSoon('a dispatch', async () => (await manage.getDelivery(delivery)).dispatchedAt !== null)
  }

  async function revoke(sale: Sold, by: 'refund' | 'expiry'): Promise<void> {
    if (by === 'refund') await manage.refundCheckout({ storeId, checkoutId: sale.checkoutId })
    const filter = { storeId, gameUserId: sale.player, state: 'active' } as const
    await expectSoon(by, async () => (await manage.listEntitlements(filter)).items.length === 0)
    sale.revokedAt = Date.now()
  }

  const isServed = () => !sales.some((sale) => readState(played, sale).isDue)
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

  return { game, start, stop, buy, sellToMany, waitForDispatch, revoke, waitUntilServed, finish, waitedMs }
}

async function expectSoon(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  if (!(await waitUntil(condition, { timeoutMs: 30_000, intervalMs: 100 }))) throw new Error(`${what} did not happen`)
}
