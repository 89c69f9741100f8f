import { MAX_OUTCOMES_PER_REPORT } from '@quartermaster/contract/games/limits'
import type { ScenarioContext } from '../harness/scenario-context.ts'
import type { Delivery } from '../mock-store/delivery.ts'
import type { QueueV2 } from '../mock-store/queue-v2.ts'
import type { ScenarioV2 } from './scenario.ts'

export const ATTEMPTS: ScenarioV2[] = [
  {
    id: 'attempt-number',
    title: 'reports the attempt number that it received',
    why: 'A report of another attempt changes nothing, so the delivery stays in the queue forever.',
    fix: 'Copy `attempt` from the command into its outcome.',
    async run(context): Promise<void> {
      const delivery = context.createDelivery()
      context.addPlayers(delivery.player)
      context.queue.enqueueAttempt(delivery, { attempt: 3, done: 0 })
      await context.startClient()
      await context.waitUntilReported(delivery)
      const attempts = context.queue.getOutcomes(delivery).map(({ attempt }) => attempt)
      const isCorrect = attempts.length > 0 && attempts.every((attempt) => attempt === 3)
      const text = `attempt 3 was reported as ${attempts.join(', ')}`
      context.must(isCorrect, attempts.length === 0 ? 'nothing was reported' : text)
    },
  },
  {
    id: 'skip-done-commands',
    title: 'skips the commands that ran in earlier attempts',
    why: '`done` counts the commands that already ran. A client that starts with the first command gives them again.',
    fix: 'Count the console commands over all products of the delivery, and skip the first `done` of them.',
    async run(context): Promise<void> {
      const delivery = context.createDelivery({ commands: [1, 2, 1] })
      context.addPlayers(delivery.player)
      context.queue.enqueueAttempt(delivery, { attempt: 2, done: 2 })
      await context.startClient()
      await context.waitUntilReported(delivery)
      const runs = countStepRuns(context, delivery)
      context.must(runs.join() === '0,0,1,1', `two of four were done; the commands ran ${runs.join(', ')} times`)
    },
  },
  {
    id: 'failed-command',
    title: 'reports a failure with the number of commands that ran, and continues from there',
    why: 'If a failure is reported as done, the buyer gets nothing. Without `done`, the first commands run again.',
    fix: 'If the game refuses a command, stop the delivery and report `failed` with `done` and a `reason`.',
    async run(context): Promise<void> {
      const delivery = context.createDelivery({ commands: [3] })
      const [, second] = delivery.steps
      let refusals = 0
      context.state.console.respond = ({ marker }) => {
        return marker === second?.marker && refusals++ === 0 ? 'refuse' : 'ok'
      }
      context.enqueue(delivery)
      await context.startClient()
      await context.waitUntil(() => context.queue.getOutcomes(delivery).length > 0)
      if (!context.state.console.canRespond()) context.skipScenario('the console is a file, which cannot refuse')
      const [first] = context.queue.getOutcomes(delivery)
      context.must(
        first?.outcome === 'failed',
        `the second of three was refused; reported: ${first?.outcome ?? 'nothing'}`,
      )
      if (first?.outcome !== 'failed') return
      context.must(first.done === 1, `one had run; reported: done ${first.done ?? 0}`)
      context.should(first.reason !== undefined, `reason: ${first.reason ?? 'none'}`)
      await context.waitUntilReported(delivery)
      const runs = countStepRuns(context, delivery)
      context.must(runs.join() === '1,1,1', `over both attempts, the commands ran ${runs.join(', ')} times`)
    },
  },
  {
    id: 'cancelled',
    title: 'stops reporting a delivery that was cancelled meanwhile',
    why: 'A client that waits for `processed` reports a cancelled delivery forever.',
    fix: 'Every status confirms the report: processed, held, cancelled, unknown, and waiting, after which the delivery is dispatched again.',
    async run(context): Promise<void> {
      const delivery = context.createDelivery()
      context.state.console.respond = ({ marker }) => {
        if (marker === delivery.steps[0]?.marker) context.queue.cancel(delivery)
        return 'ok'
      }
      context.enqueue(delivery)
      await context.startClient()
      const countReports = () => context.queue.getOutcomes(delivery).length
      if (!(await context.waitUntil(() => countReports() > 0))) return context.must(false, 'nothing was reported')
      await context.waitForPolls(3)
      context.must(countReports() <= 2, `it was reported ${countReports()} times`)
    },
  },
  {
    id: 'batches',
    title: 'collects outcomes while a report is in progress',
    why: 'With one slow request per delivery, a long queue waits for the network.',
    fix: `Send one report at a time. Put outcomes that arrive meanwhile into the next one, up to ${MAX_OUTCOMES_PER_REPORT}.`,
    async run(context): Promise<void> {
      const deliveries = Array.from({ length: 20 }, (_, index) =>
        context.createDelivery({ player: `7${100 + (index % 10)}` }),
      )
      context.enqueue(...deliveries)
      const delay = { kind: 'delay', ms: context.secondsToMs(0.5) } as const
      context.injectFaults(({ operation }) => (operation === 'report' ? delay : undefined))
      await context.startClient()
      await context.waitUntilDelivered(...deliveries)
      context.checkDelivered(deliveries)
      const { length } = context.queue.batchSizes
      context.should(length <= deliveries.length / 2, `${deliveries.length} outcomes in ${length} reports`)
    },
  },
]

/** Returns how many times each console command of a delivery ran. */
export function countStepRuns({ state }: ScenarioContext<QueueV2>, { steps }: Delivery): number[] {
  return steps.map(({ marker }) => state.console.countRuns(marker))
}
