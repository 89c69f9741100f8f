import type { Level } from '../harness/findings.ts'
import { getReportedIds } from '../mock-store/store-request.ts'
import type { CommonScenario } from './scenario.ts'

const FIX =
  'Keep a journal on disk. Record that a command starts before you send it, and that it ran before you report it. After a restart, report what ran, and show uncertain commands to the owner instead of running them again.'

/** 2.0 requires clients to remember what ran; 1.0 does not mention it, so there it is only advice. */
export function createCrashScenarios(level: Level): CommonScenario[] {
  return [
    {
      id: 'crash-before-report',
      title: 'does not run a delivery again after a crash between run and report',
      why: 'Game servers crash, and hosting providers kill them. Without a journal on disk, the player gets the purchase twice.',
      fix: FIX,
      async run(context): Promise<void> {
        const delivery = context.createDelivery()
        const marker = delivery.steps[0]?.marker ?? ''
        const { state } = context
        context.enqueue(delivery)
        context.injectFaults((request) =>
          state.kills === 0 && getReportedIds(request).includes(delivery.id) ? { kind: 'kill' } : undefined,
        )
        await context.startClient()
        if (!(await context.waitUntil(() => state.kills > 0))) return context.must(false, 'it never reported')
        if (state.console.countRuns(marker) === 0) context.skipScenario('it reports before it runs')
        await context.startClient()
        await context.waitUntilReported(delivery)
        await context.waitForPolls(1)
        const runs = state.console.countRuns(marker)
        context[level](runs === 1, runs === 1 ? 'it ran once' : `it ran ${runs} times`)
        const isReported = context.queue.reported.length > 0
        context.note(isReported ? 'it was reported after the restart' : 'it is still in the queue')
      },
    },
    {
      id: 'crash-mid-command',
      title: 'does not simply run a command again after a crash while it ran',
      why: 'It is unclear whether the command took effect. Running it again could give the purchase twice, so the owner has to check.',
      fix: FIX,
      async run(context): Promise<void> {
        const delivery = context.createDelivery()
        const { state } = context
        context.enqueue(delivery)
        state.console.respond = ({ marker }) => (marker !== undefined && state.kills === 0 ? 'kill' : 'ok')
        await context.startClient()
        if (!(await context.waitUntil(() => state.kills > 0))) return context.must(false, 'it never ran the command')
        if (!state.console.canRespond()) context.skipScenario('the console is a file, which is read too late')
        await context.startClient()
        await context.waitForPolls(2)
        const runs = state.console.countRuns(delivery.steps[0]?.marker ?? '')
        context[level](runs === 1, runs === 1 ? 'it ran once' : `it ran ${runs} times`)
        const isReported = context.queue.reported.length > 0
        context.note(isReported ? 'it was reported as done' : 'it waits for a decision of the owner')
      },
    },
  ]
}
