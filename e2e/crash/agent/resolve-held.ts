import type { Finding } from '../trial.ts'
import type { AgentStore, Purchase } from './agent-store.ts'
import type { CountingConsole } from './counting-console.ts'

export type HeldResolver = {
  /** Called from time to time during the trial: resolves some of the held deliveries. */
  resolveSome: () => Promise<void>
  resolveAll: () => Promise<void>
  /** How many deliveries were ever held. */
  count: () => number
  findings: readonly Finding[]
}

const EXACT = 'one command is uncertain, all before it ran, and none after it ran'

/** After this time, a command that was in transit when the agent was killed has arrived. */
const MIN_HELD_MS = 1_500
const INTERVAL_MS = 2_000

/** Acts as the owner, who looks into the game to see whether the uncertain command ran, and decides. */
export function createHeldResolver(store: AgentStore, game: CountingConsole): HeldResolver {
  const heldSince = new Map<string, number>()
  const everHeld = new Set<string>()
  const findings: Finding[] = []
  let lastAt = Date.now()

  async function listHeld(): Promise<Purchase[]> {
    const queue = await store.readQueue()
    const held = store.purchases.filter(({ id }) => queue.get(id)?.isHeld === true)
    const ids = new Set(held.map(({ id }) => id))
    for (const id of heldSince.keys()) if (!ids.has(id)) heldSince.delete(id)
    for (const id of ids) {
      everHeld.add(id)
      if (!heldSince.has(id)) heldSince.set(id, Date.now())
    }
    return held
  }

  /** The uncertain command is the first one that may not have run. If it ran, the whole delivery counts as delivered. */
  async function resolve(purchase: Purchase): Promise<void> {
    const certain = await store.readCommandsRun(purchase)
    const hasRun = purchase.lines.map((line) => game.runs.has(line))
    if (hasRun.slice(0, certain).includes(false) || hasRun.slice(certain + 1).includes(true)) {
      const detail = `${purchase.id}: ${certain} ran according to the store; in the game: ${hasRun.join(', ')}`
      findings.push({ kind: 'wrong', check: EXACT, detail })
    }
    await store.resolve(purchase, hasRun[certain] === true ? 'delivered' : 'retry')
  }

  return {
    async resolveSome() {
      if (Date.now() - lastAt < INTERVAL_MS) return
      lastAt = Date.now()
      for (const purchase of await listHeld()) {
        const since = heldSince.get(purchase.id) ?? Date.now()
        // Every second one stays until the end, so that the audit has a long list.
        if (purchase.no % 2 === 0 && Date.now() - since > MIN_HELD_MS) await resolve(purchase)
      }
    },
    async resolveAll() {
      for (let held = await listHeld(); held.length > 0; held = await listHeld()) {
        for (const purchase of held) await resolve(purchase)
      }
    },
    count: () => everHeld.size,
    findings,
  }
}
