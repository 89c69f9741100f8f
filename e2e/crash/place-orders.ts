import { setTimeout as sleep } from 'node:timers/promises'
import type { Finding } from './finding.ts'
import type { Host } from './host.ts'
import { createMoments, type Moments } from './moments.ts'
import type { Answer, Task } from './order.ts'
import type { OrderBook } from './order-book.ts'
import type { Random } from '../kit/random.ts'

const AT_ONCE = 8
const PAUSE_MS = 80

type Parts = {
  host: Host
  book: OrderBook
  random: Random
  /** How many elements the games have yet to run: orders wait while they are behind. */
  backlog: () => number
}

export type Clerk = {
  moments: Moments<Host>
  /** No new orders from here on; resolves when all that were placed are carried out. */
  close(): Promise<void>
  readonly counts: { sold: number; refunded: number; repeated: number }
  /** Failures that were not the database's absence, by code. */
  readonly failures: Map<string, number>
  readonly findings: readonly Finding[]
}

const MOST_BEHIND = 80

/** Sells and refunds, several at once, and repeats every order until it is answered: under its reference, the same sale. */
export function placeOrders({ host, book, random, backlog }: Parts): Clerk {
  const findings: Finding[] = []
  const counts = { sold: 0, refunded: 0, repeated: 0 }
  const failures = new Map<string, number>()
  const moments = createMoments<Host>()
  const state = { closed: false }
  let no = 0

  async function untilAnswered(task: Task): Promise<Exclude<Answer, { failed: unknown }> | undefined> {
    for (;;) {
      const { victim } = await host.up()
      const answered = victim.order({ no: ++no, ...task })
      moments.happened('sent', host)
      const answer = await answered
      if (answer !== undefined && !('failed' in answer)) {
        moments.happened('answered', host)
        return answer
      }
      counts.repeated++
      if (answer === undefined) continue
      const { code, message, refused } = answer.failed
      if (refused) {
        findings.push({ kind: 'wrong', check: 'a fair order is carried out', detail: `${code}: ${message}` })
        return undefined
      }
      failures.set(code, (failures.get(code) ?? 0) + 1)
      await sleep(random.between(50, 200))
    }
  }

  async function sell(): Promise<void> {
    const purchase = book.newPurchase()
    // Now and then the same sale is on its way twice, as callbacks are.
    const copies = random.chance(0.15) ? 2 : 1
    const answers = await Promise.all(Array.from({ length: copies }, () => untilAnswered({ sell: purchase.sale })))
    for (const answer of answers) if (answer && 'sold' in answer) book.noteSold(purchase, answer.sold)
    counts.sold++
  }

  async function refund(): Promise<void> {
    const task = book.newRefund()
    if (task === undefined) return sell()
    await untilAnswered({ refund: task })
    counts.refunded++
  }

  async function work(): Promise<void> {
    while (!state.closed) {
      await (random.chance(0.3) ? refund() : sell())
      do await sleep(random.between(0, 2 * PAUSE_MS))
      while (!state.closed && backlog() > MOST_BEHIND)
    }
  }

  const working = Promise.all(Array.from({ length: AT_ONCE }, work))
  return {
    counts,
    failures,
    findings,
    moments,
    async close() {
      state.closed = true
      await working
    },
  }
}
