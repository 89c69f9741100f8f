import { getReportedIds } from '../mock-store/store-request.ts'
import type { CommonScenario } from './scenario.ts'

/** How long a real store retries internally while its database restarts. */
const HOLD_SECONDS = 8
const OUTAGE_SECONDS = 3
/** FXServer aborts a request after this time. */
const ABORT_SECONDS = 5

export const SLOW_STORE: CommonScenario[] = [
  {
    id: 'overlapping-polls',
    title: 'runs a delivery once although several polls that overlap return it',
    why: 'A client that polls on a timer has several polls waiting if the store is slow. All of them return the same delivery, and the player gets it once for each.',
    fix: 'Do not poll while an earlier poll has no response. Otherwise, skip deliveries that have already started.',
    async run(context): Promise<void> {
      const delivery = context.createDelivery()
      const released = Promise.withResolvers<void>()
      let held = 0
      let isHolding = true
      context.enqueue(delivery)
      context.injectFaults(({ operation }) => {
        if (operation !== 'poll' || !isHolding) return undefined
        held += 1
        return { kind: 'hold', until: released.promise }
      })
      await context.startClient()
      await context.waitUntil(() => held > 0)
      await context.observe(HOLD_SECONDS)
      isHolding = false
      released.resolve()
      await context.waitUntilDelivered(delivery)
      await context.waitForPolls(2)
      context.checkDelivered([delivery])
      context.note(`${held} poll(s) waited for the store`)
    },
  },
  {
    id: 'store-unreachable',
    title: 'reports again what it reported while the store was unreachable, and runs nothing twice',
    why: 'A store that restarts refuses connections. If the client counts that as a success, the store never gets the report, and the delivery runs again or stays in the queue.',
    fix: 'Only a response with status 200 is a success. Status 0, a refused connection and a timeout are failures: remember what ran, and report it again.',
    async run(context): Promise<void> {
      const players = ['7001', '7002', '7003', '7004', '7005']
      const deliveries = players.map((player) => context.createDelivery({ player }))
      let outageEndsAt: number | undefined
      context.enqueue(...deliveries)
      context.injectFaults(({ operation }) => {
        if (operation === 'report') outageEndsAt ??= Date.now() + context.secondsToMs(OUTAGE_SECONDS)
        const isOutage = outageEndsAt !== undefined && Date.now() < outageEndsAt
        return isOutage ? { kind: 'disconnect', when: 'before' } : undefined
      })
      await context.startClient()
      await context.waitUntilDelivered(...deliveries)
      await context.waitForPolls(2)
      context.checkDelivered(deliveries)
    },
  },
  {
    id: 'aborted-requests',
    title: `retries a poll and a report that are aborted after ${ABORT_SECONDS} seconds without a response, and runs nothing twice`,
    why: 'Some games abort every request after a few seconds. The store may handle the aborted report later than the next poll, which then returns the delivery again.',
    fix: 'After an aborted poll, poll again. After an aborted report, report again, but do not run the delivery again.',
    async run(context): Promise<void> {
      const delivery = context.createDelivery()
      let isReportAborted = false
      let isReportHandled = false
      context.enqueue(delivery)
      context.injectFaults((request) => {
        const isReport = !isReportAborted && getReportedIds(request).includes(delivery.id)
        isReportAborted ||= isReport
        if (!isReport && (request.operation !== 'poll' || request.index > 0)) return undefined
        // The next poll still returns the delivery of an aborted report.
        const handledAfter = () => context.waitForPolls(1).then(() => (isReportHandled ||= isReport))
        return { kind: 'abort', ms: context.secondsToMs(ABORT_SECONDS), handledAfter }
      })
      await context.startClient()
      await context.waitUntil(() => isReportHandled)
      await context.waitUntilDelivered(delivery)
      await context.waitForPolls(2)
      context.checkDelivered([delivery])
    },
  },
]
