import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../e2e/kit/random.ts'
import { connectSandbox, sandboxCallback, sandboxPath } from '../../e2e/kit/sandbox.ts'
import { createOwner, createTestStore } from '../../e2e/kit/test-store.ts'

const SALE_INTERVAL_MS = 150
const CHECKOUT_INTERVAL_MS = 250
const PRICE = { amountMinor: 1_990, currency: 'BRL' }

/** A sale that the store confirmed: of staff, or paid at the provider. Each has a player of its own. */
export type Sale = { player: string; checkoutId: string; deliveryIds: string[]; startedAt: number }
export type Payment = Pick<Sale, 'player' | 'checkoutId'>

/** A store with an agent and two game servers without one, and buyers who pay some moments after they open a checkout. */
export async function createLoad({ url, databaseUrl }: { url: string; databaseUrl: string }, random: Random) {
  const owner = await createOwner({ url, databaseUrl, retries: 0 })
  const store = await createTestStore(owner, { mode: 'test', servers: 3 })
  const { storeId, manage, servers } = store
  const secret = await connectSandbox(owner, storeId)
  const [agentServer, ...others] = servers
  if (!agentServer) throw new Error('The store has no game server')
  const conditions = { requiresOnline: false, repeatable: false }
  const commands = { approve: ['give {userId} kit'] }
  const addKit = (serverIds: string[]) => store.addProduct({ name: 'kit', commands, conditions, serverIds })
  const products = [await addKit([agentServer.id]), await addKit(others.map(({ id }) => id))]
  const sales: Sale[] = []
  /** What the provider has in its books, whether or not the store confirmed it. */
  const payments: Payment[] = []
  const state = { isStopped: false }
  let players = 0

  async function sell(): Promise<void> {
    const player = `staff-${++players}`
    const startedAt = Date.now()
    const { id, deliveryIds } = await store.sell({ gameUserId: player, items: [{ productId: random.pick(products) }] })
    sales.push({ player, checkoutId: id, deliveryIds, startedAt })
  }

  async function buy(): Promise<void> {
    const player = `buyer-${++players}`
    const items = [{ productId: random.pick(products), quantity: 1 }]
    const sale = { gameUserId: player, items, serverId: null, reference: player, returnUrl: null }
    const { id } = await manage.openCheckout({ storeId, provider: 'sandbox', ...sale })
    await sleep(random.between(200, 1_500))
    if (state.isStopped) return
    const payment = { player, checkoutId: id }
    payments.push(payment)
    const startedAt = Date.now()
    if ((await sendCallback(payment)).status === 200) sales.push({ ...payment, deliveryIds: [], startedAt })
  }

  /** As the provider sends it. */
  async function sendCallback({ checkoutId }: Payment): Promise<Response> {
    const event = { eventId: `paid-${checkoutId}`, storeId, checkoutId, facts: { paid: PRICE } }
    return fetch(url + sandboxPath(storeId), { method: 'POST', ...sandboxCallback(secret, event) })
  }

  /** What fails was not confirmed, so nothing is promised about it. */
  async function repeat(intervalMs: number, work: () => Promise<void>): Promise<void> {
    while (!state.isStopped) {
      void work().catch(() => undefined)
      await sleep(intervalMs)
    }
  }
  void repeat(SALE_INTERVAL_MS, sell)
  void repeat(CHECKOUT_INTERVAL_MS, buy)

  return {
    storeId,
    manage,
    agentServer,
    otherServers: others,
    sales: sales as readonly Sale[],
    payments: payments as readonly Payment[],
    sendCallback,
    sellToAgent: (player: string) => store.sell({ gameUserId: player, items: [{ productId: products[0] ?? '' }] }),
    stop: () => void (state.isStopped = true),
  }
}
