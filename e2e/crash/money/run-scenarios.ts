import { setTimeout as sleep } from 'node:timers/promises'
import type { KillCounts } from '../../kit/plan-kills.ts'
import type { Random } from '../../kit/random.ts'
import type { SupervisedServer } from '../../kit/supervised-server.ts'
import type { ServerPool } from '../server-pool.ts'
import type { Finding, Size } from '../trial.ts'
import type { NewCheckout } from './checkout-server.ts'
import type { SandboxProvider } from './sandbox-provider.ts'
import type { Scenario } from './scenario.ts'
import type { EventSender } from './send-event.ts'

const CONCURRENCY = 24
/** Some events come before the game has received the purchase, some after. */
const MAX_PAUSE_MS = 500

export type OpenedCheckout = { scenario: Scenario; checkoutId: string }

export type Scenarios = {
  /** Resolves when enough has happened for the next kill: checkouts and kills should end at the same time. */
  waitForWork: (done: KillCounts) => Promise<void>
  onKill: (done: KillCounts) => void
  /** Resolves when all scenarios have ended. */
  finish: () => Promise<void>
  readonly opened: readonly OpenedCheckout[]
  readonly findings: readonly Finding[]
}

type Parts = {
  checkoutServer: SupervisedServer
  pool: ServerPool
  events: EventSender
  provider: SandboxProvider
  size: Size
  random: Random
  create: (no: number) => Scenario
}

/** Opens checkouts, many at a time, and runs the scenario of each. */
export function runScenarios({ checkoutServer, pool, events, provider, size, random, create }: Parts): Scenarios {
  const opened: OpenedCheckout[] = []
  const findings: Finding[] = []
  const kills = size.kills + size.dbKills
  const state = { started: 0, mayStart: kills === 0 ? Infinity : size.checkouts / kills + CONCURRENCY }
  let more = Promise.withResolvers<void>()

  function allow(count: number): void {
    state.mayStart = count
    more.resolve()
    more = Promise.withResolvers()
  }

  /** Repeats the request until it succeeds. The reference makes that safe. */
  async function open({ store, lines, gameUserId, reference }: Scenario): Promise<string | undefined> {
    const items = lines.map(({ product, quantity }) => ({ productId: product.productId, quantity }))
    const body: NewCheckout = { storeId: store.storeId, gameUserId, items, reference }
    for (;;) {
      await checkoutServer.up()
      const url = `http://127.0.0.1:${checkoutServer.ports()?.['checkoutPort']}`
      const sending = post(url, body)
      pool.report('sent', checkoutServer)
      const reply = await sending
      if (reply) pool.report('answered', checkoutServer)
      if (reply?.checkoutId !== undefined) return reply.checkoutId
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
    while (state.started < size.checkouts) {
      const index = state.started++
      while (index >= state.mayStart) await more.promise
      await run(create(index + 1))
    }
  }

  const working = Promise.all(Array.from({ length: CONCURRENCY }, work))
  working.catch(() => undefined)
  return {
    opened,
    findings,
    async waitForWork(done) {
      const due = (size.checkouts * (done.kills + done.dbKills)) / kills - CONCURRENCY
      while (opened.length + findings.length < Math.min(due, size.checkouts - CONCURRENCY)) await sleep(10)
    },
    onKill: (done) => allow((size.checkouts * (done.kills + done.dbKills + 1)) / kills + CONCURRENCY),
    async finish() {
      allow(Infinity)
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
