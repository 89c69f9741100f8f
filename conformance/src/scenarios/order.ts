import { getReportedIds } from '../mock-store/store-request.ts'
import type { CommonScenario } from './scenario.ts'

export const ORDER: CommonScenario[] = [
  {
    id: 'order',
    title: 'keeps the order of deliveries to the same player',
    why: 'If a refund runs before its purchase, the player keeps what was refunded.',
    fix: 'Process a response from the first entry to the last. Run deliveries in parallel for different players only.',
    async run(context): Promise<void> {
      const types = ['APPROVE', 'REFUND', 'APPROVE', 'REFUND', 'APPROVE'] as const
      const deliveries = types.map((deliveryType) => context.createDelivery({ deliveryType }))
      const markers = deliveries.flatMap(({ steps }) => steps.map(({ marker }) => marker))
      const { console } = context.state
      context.enqueue(...deliveries)
      await context.startClient()
      await context.waitUntil(() => markers.every((marker) => console.countRuns(marker) > 0))
      const actual = [...new Set(console.runs.flatMap(({ marker }) => (marker === undefined ? [] : [marker])))]
      if (actual.length < 2) context.skipScenario('fewer than two of five deliveries ran')
      const expected = markers.filter((marker) => actual.includes(marker))
      const isInOrder = actual.every((marker, index) => marker === expected[index])
      const toTypes = (list: string[]) => list.map((marker) => types[markers.indexOf(marker)]).join(', ')
      context.must(isInOrder, `order in the queue: ${toTypes(expected)}; order of execution: ${toTypes(actual)}`)
    },
  },
  {
    id: 'report-after-run',
    title: 'reports a delivery after its commands have run, not before',
    why: 'A reported delivery leaves the queue. If the game stops between the report and the run, the purchase is lost.',
    fix: 'Run the commands, record on disk that they ran, and then report.',
    async run(context): Promise<void> {
      const deliveries = [context.createDelivery(), context.createDelivery({ player: '7002' })]
      context.enqueue(...deliveries)
      await context.startClient()
      await context.waitUntilDelivered(...deliveries)
      for (const { id, steps } of deliveries) {
        const { log } = context.state
        const reportIndex = log.findIndex(
          (entry) => entry.kind === 'request' && getReportedIds(entry.request).includes(id),
        )
        if (reportIndex < 0) {
          context.must(false, `${id} was not reported`)
          continue
        }
        const ran = log.slice(0, reportIndex).flatMap((entry) => (entry.kind === 'run' ? [entry.marker] : []))
        const hasRun = steps.every(({ marker }) => ran.includes(marker))
        context.must(hasRun, hasRun ? `${id} was reported after it ran` : `${id} was reported before it ran`)
      }
    },
  },
]
