import type { Finding } from '../finding.ts'
import type { AgentStatus } from './agent-process.ts'
import type { Purchase } from './agent-shop.ts'

const ONCE = 'what must not be repeated runs at most once'
const NO_DROP = 'what did not run is listed as in doubt'
const ARRIVES = 'what is sent again by its owner, and everything else, runs in the end'
const SHOWN = 'the status of the agent shows everything that is held'
const IN_ORDER = 'the purchases of a player run in their order'

type Runs = ReadonlyMap<string, number>
/** What has not left the store's queue. What waits there is late at worst. */
type Queue = ReadonlyMap<string, { held: boolean }>

/** While what is in doubt is still held: nothing is missing that nobody knows of. */
export function auditDoubts(
  purchases: readonly Purchase[],
  { runs, queue, status }: { runs: Runs; queue: Queue; status: AgentStatus },
): Finding[] {
  const shown = new Set([...status.uncertain, ...status.failed].map(({ id }) => id))
  return purchases.flatMap((purchase) => {
    const findings: Finding[] = []
    const missing = purchase.lines.filter((line) => (runs.get(line) ?? 0) === 0)
    const isSettled = purchase.decisions.includes('delivered')
    const waits = queue.get(purchase.id)
    if (missing.length > 0 && !waits && !isSettled) {
      findings.push({
        kind: 'lost',
        check: NO_DROP,
        detail: `${tell(purchase, runs)}: it did not run and has left the queue`,
      })
    }
    if (waits?.held === true && !shown.has(purchase.id)) {
      findings.push({ kind: 'lost', check: SHOWN, detail: tell(purchase, runs) })
    }
    return findings
  })
}

/** At the very end, when its owner has decided about everything. */
export function auditRuns(purchases: readonly Purchase[], { runs, queue }: { runs: Runs; queue: Queue }): Finding[] {
  return purchases.flatMap((purchase) => {
    const counts = purchase.lines.map((line) => runs.get(line) ?? 0)
    const findings: Finding[] = []
    if (!purchase.repeatable && counts.some((count) => count > 1)) {
      findings.push({ kind: 'doubled', check: ONCE, detail: tell(purchase, runs) })
    }
    // What its owner called done is done, although the commands behind the doubtful one never ran.
    const excused = purchase.decisions.at(-1) === 'delivered' || queue.has(purchase.id)
    if (!excused && counts.some((count) => count === 0)) {
      findings.push({ kind: 'lost', check: ARRIVES, detail: tell(purchase, runs) })
    }
    return findings
  })
}

/** Of what was never held and may not be repeated, so that each line has one place in the order. */
export function auditOrder(purchases: readonly Purchase[], lines: readonly string[]): Finding[] {
  const place = new Map(lines.map((line, index) => [line, index]))
  const plain = purchases.filter(({ repeatable, decisions }) => !repeatable && decisions.length === 0)
  return [...Map.groupBy(plain, ({ player }) => player).values()].flatMap((own) => {
    const places = own.flatMap((purchase) => purchase.lines.flatMap((line) => place.get(line) ?? []))
    if (places.every((at, index) => index === 0 || at > (places[index - 1] ?? -1))) return []
    const detail = `${own.map(({ no, player }) => `${player} bought #${no}`).join(', ')}; ran at ${places.join(', ')}`
    return [{ kind: 'wrong', check: IN_ORDER, detail }]
  })
}

function tell({ no, id, lines, repeatable, decisions }: Purchase, runs: Runs): string {
  const counts = lines.map((line) => `"${line}" ran ${runs.get(line) ?? 0} times`)
  const decided = decisions.length > 0 ? `; its owner said ${decisions.join(', then ')}` : ''
  return `#${no} ${id}${repeatable ? ' (repeatable)' : ''}: ${counts.join(', ')}${decided}`
}
