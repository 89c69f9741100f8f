import { setTimeout as sleep } from 'node:timers/promises'
import type { KillCounts } from '../../kit/kills/plan-kills.ts'
import type { Random } from '../../kit/random.ts'
import type { SupervisedServer } from '../../kit/kills/supervised-server.ts'
import type { ServerPool } from '../../kit/kills/server-pool.ts'
import type { Finding } from '../trial.ts'
import type { NewCheckout } from './checkout-server.ts'
import type { SandboxProvider } from './sandbox-provider.ts'
import type { Scenario } from './scenario.ts'
import type { EventSender } from './send-event.ts'

const CONCURRENCY = 24
/** Some events come before the game has received the purchase, some after. */
const MAX_PAUSE_MS = 500

export type OpenedCheckout = { scenario: Scenario; checkoutId: string }

type Parts = {
  checkoutServer: SupervisedServer
  pool: ServerPool
  events: EventSender
  provider: SandboxProvider
  /** Of the servers and of the database. */
  kills: number
  random: Random
}

/** Opens a checkout for each scenario, many at a time, and runs it. */
export function runScenarios(scenarios: Scenario[], parts: Parts) {
  const { checkoutServer, pool, events, provider, kills, random } = parts
  const opened: OpenedCheckout[] = []
  const refused: Scenario[] = []
  const findings: Finding[] = []
  const queue = scenarios.entries()
  const state = { mayStart: kills === 0 ? Infinity : scenarios.length / kills + CONCURRENCY }

  /** Repeats the request until it succeeds. The reference makes that safe. */
  async function open(scenario: Scenario): Promise<string | undefined> {
    const { store, lines, cardMinor, gameUserId, reference, code } = scenario
    const items = lines.map(({ product, quantity }) => ({ productId: product.productId, quantity }))
    const body: NewCheckout = { storeId: store.storeId, gameUserId, items, reference, code, cardMinor }
    for (;;) {
      await checkoutServer.up()
      const url = `http://127.0.0.1:${checkoutServer.ports()?.['checkoutPort']}`
      const sending = post(url, body)
      pool.report('sent', checkoutServer)
      const reply = await sending
      if (reply) pool.report('answered', checkoutServer)
      if (reply?.checkoutId !== undefined) return reply.checkoutId
      if (reply?.isRejected && code === 'COUPON' && reply.message?.includes('used as often as it can be')) {
        refused.push(scenario)
        return undefined
      }
      if (reply?.isRejected) {
        findings.push({ kind: 'wrong', check: 'a valid checkout is opened', detail: reply.message ?? '' })
        return undefined
      }
      await sleep(random.between(20, 200))
    }
  }

  async function run(scenario: Scenario): Promise<void> {
    const checkoutId = await open(scenario)
    if (checkoutId === undefined) return
    opened.push({ scenario, checkoutId })
    if (scenario.withoutCallback) await provider.pay(scenario, checkoutId)
    for (const step of scenario.steps) {
      await sleep(random.between(0, random.chance(0.3) ? 0 : MAX_PAUSE_MS))
      await Promise.all(random.shuffle(step).map((event) => events.send(event, checkoutId)))
    }
  }

  async function work(): Promise<void> {
    for (const [index, scenario] of queue) {
      while (index >= state.mayStart) await sleep(10)
      await run(scenario)
    }
  }

  const working = Promise.all(Array.from({ length: CONCURRENCY }, work))
  working.catch(() => undefined)
  return {
    opened: opened as readonly OpenedCheckout[],
    /** Because the coupon was used up. */
    refused: refused as readonly Scenario[],
    findings: findings as readonly Finding[],
    /** Resolves when enough has happened for the next kill: checkouts and kills should end at the same time. */
    async waitForWork(done: KillCounts): Promise<void> {
      const due = (scenarios.length * (done.kills + done.dbKills)) / kills - CONCURRENCY
      while (opened.length + refused.length + findings.length < Math.min(due, scenarios.length - CONCURRENCY))
        await sleep(10)
    },
    onKilled(done: KillCounts): void {
      state.mayStart = (scenarios.length * (done.kills + done.dbKills + 1)) / kills + CONCURRENCY
    },
    /** Resolves when all scenarios have ended. */
    async finish(): Promise<void> {
      state.mayStart = Infinity
      await working
    },
  }
}

type Reply = { checkoutId?: string; message?: string; isRejected: boolean }

/** Undefined if there was no response. */
async function post(url: string, body: NewCheckout): Promise<Reply | undefined> {
  try {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
    return { ...((await response.json()) as Omit<Reply, 'isRejected'>), isRejected: response.status === 400 }
  } catch {
    return undefined
  }
}
