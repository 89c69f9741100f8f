import type { Finding } from '../trial.ts'
import type { AgentStatus } from './agent-process.ts'
import type { Purchase, Queue } from './agent-store.ts'

const ONCE = 'commands that are not repeatable run at most once'
const KEPT = 'a delivery that did not run is still held'
const DELIVERED = 'every delivery runs in the end, unless the owner marked it as delivered'
const SHOWN = 'the status of the agent shows all held deliveries'
const IN_ORDER = 'the purchases of a player run in order'

type Runs = ReadonlyMap<string, number>

/** Before held deliveries are resolved: every delivery that did not run is still known. */
export function auditHeld(
  purchases: readonly Purchase[],
  { runs, queue, status }: { runs: Runs; queue: Queue; status: AgentStatus },
): Finding[] {
  const shown = new Set([...status.uncertain, ...status.failed].map(({ id }) => id))
  return purchases.flatMap((purchase): Finding[] => {
    const isMissing = purchase.lines.some((line) => !runs.has(line))
    const isResolved = purchase.decisions.includes('delivered')
    const queued = queue.get(purchase.id)
    const detail = describe(purchase, runs)
    return [
      ...(isMissing && !queued && !isResolved ? [{ kind: 'lost', check: KEPT, detail } as const] : []),
      ...(queued?.isHeld && !shown.has(purchase.id) ? [{ kind: 'lost', check: SHOWN, detail } as const] : []),
    ]
  })
}

/** At the end, when the owner has resolved everything. */
export function auditRuns(purchases: readonly Purchase[], { runs, queue }: { runs: Runs; queue: Queue }): Finding[] {
  return purchases.flatMap((purchase): Finding[] => {
    const counts = purchase.lines.map((line) => runs.get(line) ?? 0)
    const isDoubled = !purchase.isRepeatable && counts.some((count) => count > 1)
    // If the owner marks a delivery as delivered, the commands after the uncertain one never run.
    const mayBeMissing = purchase.decisions.at(-1) === 'delivered' || queue.has(purchase.id)
    const isLost = !mayBeMissing && counts.includes(0)
    const detail = describe(purchase, runs)
    return [
      ...(isDoubled ? [{ kind: 'doubled', check: ONCE, detail } as const] : []),
      ...(isLost ? [{ kind: 'lost', check: DELIVERED, detail } as const] : []),
    ]
  })
}

/** Checks purchases that were never held and are not repeatable, because each of their lines runs once. */
export function auditOrder(purchases: readonly Purchase[], lines: readonly string[]): Finding[] {
  const position = new Map(lines.map((line, index) => [line, index]))
  const simple = purchases.filter(({ isRepeatable, decisions }) => !isRepeatable && decisions.length === 0)
  return [...Map.groupBy(simple, ({ player }) => player).values()].flatMap((own) => {
    const positions = own.flatMap((purchase) => purchase.lines.flatMap((line) => position.get(line) ?? []))
    if (positions.every((at, index) => index === 0 || at > (positions[index - 1] ?? -1))) return []
    const bought = own.map(({ no, player }) => `${player} bought #${no}`).join(', ')
    return [{ kind: 'wrong', check: IN_ORDER, detail: `${bought}; the lines ran as ${positions.join(', ')}` }]
  })
}

function describe({ no, id, lines, isRepeatable, decisions }: Purchase, runs: Runs): string {
  const counts = lines.map((line) => `"${line}" ran ${runs.get(line) ?? 0} times`)
  const decided = decisions.length > 0 ? `; the owner decided ${decisions.join(', then ')}` : ''
  return `#${no} ${id}${isRepeatable ? ' (repeatable)' : ''}: ${counts.join(', ')}${decided}`
}
