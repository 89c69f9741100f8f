import type { Delivery } from '../mock-store/delivery.ts'
import type { Fault, FaultInjector } from '../mock-store/fault.ts'
import { problemResponse } from '../mock-store/response.ts'
import { getReportedIds } from '../mock-store/store-request.ts'
import type { CommonScenario, ScenarioV1 } from './scenario.ts'

const FIX = 'Remember what has run until its report is confirmed. Report it again, but never run it again.'
const SLOW_SECONDS = 4

export const REPORTS: CommonScenario[] = [
  {
    id: 'report-lost',
    title: 'runs nothing twice when a report is lost on the way',
    why: 'The store dispatches a delivery again if it never received the report. A client that runs it again gives twice what was paid for once.',
    fix: FIX,
    async run(context): Promise<void> {
      const deliveries = ['7001', '7002', '7003'].map((player) => context.createDelivery({ player }))
      const [first, second] = deliveries
      context.enqueue(...deliveries)
      context.injectFaults(
        failFirstReports([
          [first, [{ kind: 'disconnect', when: 'before' }]],
          [second, [{ kind: 'disconnect', when: 'after' }]],
        ]),
      )
      await context.startClient()
      await context.waitUntilDelivered(...deliveries)
      await context.waitForPolls(2)
      context.checkDelivered(deliveries)
    },
  },
  {
    id: 'report-rejected',
    title: 'reports again what was rejected with 503 or 429',
    why: 'If the client drops a report, the delivery stays in the queue. If it runs the delivery again, the player gets it twice.',
    fix: FIX,
    async run(context): Promise<void> {
      const deliveries = ['7001', '7002', '7003'].map((player) => context.createDelivery({ player }))
      const [first, second] = deliveries
      context.enqueue(...deliveries)
      const headers = { 'retry-after': '1' }
      const unavailable = problemResponse('unavailable', 'The store is unavailable', headers)
      const rateLimited = problemResponse('rate_limited', 'Too many requests', headers)
      context.injectFaults(
        failFirstReports([
          [
            first,
            [
              { kind: 'respond', response: unavailable },
              { kind: 'respond', response: unavailable },
            ],
          ],
          [second, [{ kind: 'respond', response: rateLimited }]],
        ]),
      )
      await context.startClient()
      await context.waitUntilDelivered(...deliveries)
      await context.waitForPolls(2)
      context.checkDelivered(deliveries)
    },
  },
  {
    id: 'slow-report',
    title: 'runs a delivery once although it stays in the queue until its slow report arrives',
    why: 'Every poll returns a delivery until the store has its report, so polls during a slow report return it again.',
    fix: 'Keep the ids of deliveries in progress, and skip them in later responses.',
    async run(context): Promise<void> {
      const delivery = context.createDelivery()
      context.enqueue(delivery)
      context.injectFaults(failFirstReports([[delivery, [{ kind: 'delay', ms: context.secondsToMs(SLOW_SECONDS) }]]]))
      await context.startClient()
      await context.waitUntilDelivered(delivery)
      await context.waitForPolls(2)
      context.checkDelivered([delivery])
    },
  },
]

export const REPORTS_V1: ScenarioV1[] = [
  {
    id: 'dispatched-again',
    title: 'reports a delivery again, but does not run it again, when it is dispatched after its report',
    why: 'A store that was restored from a backup dispatches old deliveries again. Players already have them and must not get them twice.',
    fix: 'Keep the ids of the last days in a file. If an id is in it, only send the report.',
    async run(context): Promise<void> {
      const delivery = context.createDelivery()
      context.enqueue(delivery)
      await context.startClient()
      if (!(await context.waitUntilDelivered(delivery))) return context.must(false, 'the delivery was never reported')
      await context.waitForPolls(1)
      context.queue.enqueueAgain(delivery)
      const marker = delivery.steps[0]?.marker ?? ''
      const hasRunAgain = () => context.state.console.countRuns(marker) > 1
      await context.waitUntil(() => context.queue.reported.length > 1 || hasRunAgain())
      context.should(!hasRunAgain(), hasRunAgain() ? 'it ran again' : 'it did not run again')
      context.note(context.queue.reported.length > 1 ? 'it was reported again' : 'it was not reported again')
    },
  },
]

/** Applies the faults, in order, to the first reports that contain a delivery. A batch gets one fault. */
function failFirstReports(plan: [Delivery | undefined, Fault[]][]): FaultInjector {
  return (request) => {
    const ids = getReportedIds(request)
    const [, faults] = plan.find(([delivery, left]) => left.length > 0 && ids.includes(delivery?.id ?? '')) ?? []
    return faults?.shift()
  }
}
