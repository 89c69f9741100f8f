import type { Finding } from '../trial.ts'
import type { AgentStore, Purchase } from './agent-store.ts'
import type { CountingConsole } from './counting-console.ts'

const EXACT = 'one command is uncertain, all before it ran, and none after it ran'

/** After this time, a command that was in transit when the agent was killed has arrived. */
const MIN_HELD_MS = 1_500
const INTERVAL_MS = 2_000

type Held = { purchase: Purchase; commandsRun: number }

/** Acts as the owner, who looks into the game to see whether the uncertain command ran, and decides. */
export function createHeldResolver(store: AgentStore, game: CountingConsole) {
  let heldSince = new Map<string, number>()
  const everHeld = new Set<string>()
  const findings: Finding[] = []
  let lastAt = Date.now()

  async function listHeld(): Promise<Held[]> {
    const queue = await store.readQueue()
    const held = store.purchases.flatMap((purchase) => {
      const queued = queue.get(purchase.id)
      return queued?.isHeld ? [{ purchase, commandsRun: queued.commandsRun }] : []
    })
    const since = held.map(({ purchase: { id } }) => [id, heldSince.get(id) ?? Date.now()] as const)
    heldSince = new Map(since)
    for (const [id] of since) everHeld.add(id)
    return held
  }

  /** The uncertain command is the first one that may not have run. If it ran, the whole delivery counts as delivered. */
  async function resolve({ purchase, commandsRun: certain }: Held): Promise<void> {
    const hasRun = purchase.lines.map((line) => game.runs.has(line))
    if (hasRun.slice(0, certain).includes(false) || hasRun.slice(certain + 1).includes(true)) {
      const detail = `${purchase.id}: ${certain} ran according to the store; in the game: ${hasRun.join(', ')}`
      findings.push({ kind: 'wrong', check: EXACT, detail })
    }
    await store.resolve(purchase, hasRun[certain] === true ? 'delivered' : 'retry')
  }

  return {
    /** Called from time to time during the trial: resolves some of the held deliveries. */
    async resolveSome(): Promise<void> {
      if (Date.now() - lastAt < INTERVAL_MS) return
      lastAt = Date.now()
      for (const held of await listHeld()) {
        const { id, no } = held.purchase
        // Every second one stays until the end, so that the audit has a long list.
        if (no % 2 === 0 && Date.now() - (heldSince.get(id) ?? Infinity) > MIN_HELD_MS) await resolve(held)
      }
    },
    async resolveAll(): Promise<void> {
      for (let all = await listHeld(); all.length > 0; all = await listHeld()) {
        for (const held of all) await resolve(held)
      }
    },
    /** How many deliveries were ever held. */
    count: () => everHeld.size,
    findings: findings as readonly Finding[],
  }
}
