import type { Finding } from '../finding.ts'
import type { AgentShop, Purchase } from './agent-shop.ts'
import type { CountingConsole } from './counting-console.ts'

export type Owner = {
  /** Now and then, while all goes on: decides about some of what is held. */
  look: () => Promise<void>
  decideAll: () => Promise<void>
  /** How many purchases were ever held. */
  seen: () => number
  findings: readonly Finding[]
}

const EXACT = 'what is in doubt is one command, behind what ran and before what did not'

/** A command that was on its way when the agent died has arrived by then. */
const SETTLED_AFTER_MS = 1_500
const LOOK_EVERY_MS = 2_000

/** Looks into the game whether the doubtful command ran, and decides by what it sees. */
export function createOwner(shop: AgentShop, game: CountingConsole): Owner {
  const heldSince = new Map<string, number>()
  const ever = new Set<string>()
  const findings: Finding[] = []
  let lookedAt = Date.now()

  async function heldNow(): Promise<Purchase[]> {
    const queue = await shop.queue()
    const held = shop.purchases.filter(({ id }) => queue.get(id)?.held === true)
    const ids = new Set(held.map(({ id }) => id))
    for (const id of heldSince.keys()) if (!ids.has(id)) heldSince.delete(id)
    for (const id of ids) {
      ever.add(id)
      if (!heldSince.has(id)) heldSince.set(id, Date.now())
    }
    return held
  }

  /** The doubtful one is the first that may not have run: did it? Then its owner calls the whole of it done. */
  async function decide(purchase: Purchase): Promise<void> {
    const done = await shop.commandsRun(purchase)
    const ran = purchase.lines.map((line) => game.runs.has(line))
    if (ran.slice(0, done).includes(false) || ran.slice(done + 1).includes(true)) {
      const detail = `${purchase.id}: ${done} ran, says the store; of its commands ran: ${ran.join(', ')}`
      findings.push({ kind: 'wrong', check: EXACT, detail })
    }
    await shop.resolve(purchase, ran[done] === true ? 'delivered' : 'retry')
  }

  return {
    async look() {
      if (Date.now() - lookedAt < LOOK_EVERY_MS) return
      lookedAt = Date.now()
      for (const purchase of await heldNow()) {
        const since = heldSince.get(purchase.id) ?? Date.now()
        // Every second one stays for the end, so that a long list is there to be audited.
        if (purchase.no % 2 === 0 && Date.now() - since > SETTLED_AFTER_MS) await decide(purchase)
      }
    },
    async decideAll() {
      for (let held = await heldNow(); held.length > 0; held = await heldNow()) {
        for (const purchase of held) await decide(purchase)
      }
    },
    seen: () => ever.size,
    findings,
  }
}
