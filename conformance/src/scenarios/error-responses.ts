import { POLL_RATE } from '@quartermaster/contract/games/limits'
import type { ScenarioContext } from '../harness/scenario-context.ts'
import { type MockResponse, problemResponse } from '../mock-store/response.ts'
import type { CommonScenario } from './scenario.ts'

const RETRY_AFTER = { 'retry-after': '1' }
const UNAVAILABLE = problemResponse('unavailable', 'The store is unavailable', RETRY_AFTER)

export const ERROR_RESPONSES: CommonScenario[] = [
  {
    id: 'key-rejected',
    title: 'does not flood a store that rejects its key',
    why: 'Only the owner can replace a revoked key. A client that retries without a pause fills logs, and its address gets blocked.',
    fix: 'After 401, write it to the log, wait a minute and try again. The owner may fix the key without a restart.',
    async run(context): Promise<void> {
      const delivery = context.createDelivery()
      context.enqueue(delivery)
      const detail = 'This server key is unknown or was revoked'
      const rejected = rejectPolls(context, 5, problemResponse('unauthorized', detail))
      await context.startClient()
      await context.waitUntil(() => rejected.count() > 0)
      await context.observe(5)
      checkRate(context, rejected.count(), 5)
      const output = context.client.output()
      if (output !== undefined) {
        const isLogged = /401|key|auth|forbidden|denied|credential/i.test(output)
        context.should(isLogged, isLogged ? 'it printed that the key is invalid' : 'it printed nothing about the key')
      }
      await context.waitUntilDelivered(delivery)
      context.checkDelivered([delivery], 'should')
    },
  },
  {
    id: 'rate-limited',
    title: 'waits after 429 and loses nothing',
    why: 'A client that gives up after 429 delivers nothing until the game server restarts.',
    fix: 'Wait for the seconds in `Retry-After`, or for your usual interval, and poll again.',
    async run(context): Promise<void> {
      const delivery = context.createDelivery()
      context.enqueue(delivery)
      const rejected = rejectPolls(context, 1, problemResponse('rate_limited', 'Too many polls', RETRY_AFTER))
      await context.startClient()
      await context.waitUntilDelivered(delivery)
      checkRate(context, rejected.count(), 1)
      context.should(rejected.count() <= 1, `${rejected.count()} polls within the second of Retry-After: 1`)
      context.checkDelivered([delivery])
    },
  },
  {
    id: 'unavailable',
    title: 'continues after 503',
    why: 'Stores restart. A client that stops at the first 503 stays offline until a person notices.',
    fix: 'Treat every 5xx as temporary: keep polling, with increasing pauses.',
    async run(context): Promise<void> {
      const delivery = context.createDelivery()
      context.enqueue(delivery)
      const rejected = rejectPolls(context, 3, UNAVAILABLE)
      await context.startClient()
      await context.waitUntilDelivered(delivery)
      checkRate(context, rejected.count(), 3)
      context.checkDelivered([delivery])
    },
  },
  {
    id: 'init-fails-first',
    needsFreshClient: true,
    title: 'starts to deliver although its first init failed',
    why: 'Game server and store often start at the same time. A client that gives up after a failed init delivers nothing until a restart.',
    fix: 'Retry init with increasing pauses until it succeeds, or poll without it.',
    async run(context): Promise<void> {
      const delivery = context.createDelivery()
      context.enqueue(delivery)
      context.injectFaults(({ operation, index }) => {
        if (operation !== 'init' || index > 1) return undefined
        if (index === 1) return { kind: 'disconnect', when: 'before' }
        return { kind: 'respond', response: UNAVAILABLE }
      })
      await context.startClient()
      await context.waitUntilDelivered(delivery)
      context.checkDelivered([delivery])
    },
  },
]

/** Rejects all polls for this many seconds, counted from the first poll. */
function rejectPolls(context: ScenarioContext, seconds: number, response: MockResponse) {
  let firstAt: number | undefined
  let rejected = 0
  context.injectFaults(({ operation }) => {
    if (operation !== 'poll') return undefined
    firstAt ??= Date.now()
    if (Date.now() - firstAt >= context.secondsToMs(seconds)) return undefined
    rejected += 1
    return { kind: 'respond', response }
  })
  return { count: () => rejected }
}

function checkRate(context: ScenarioContext, count: number, seconds: number): void {
  context.must(count <= POLL_RATE.perSecond * seconds, `${count} rejected requests in ${seconds} s`)
}
