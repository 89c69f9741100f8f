import { MAX_ATTEMPTS } from '@quartermaster/contract/games/limits'
import { countStepRuns } from './attempts.ts'
import type { ScenarioV2 } from './scenario.ts'

const FILE_CONSOLE = 'the console is a file, which cannot lose a connection'

export const UNCERTAIN_OUTCOMES: ScenarioV2[] = [
  {
    id: 'in-doubt',
    title: 'reports an uncertain command as in_doubt, and runs it again only after a retry by the owner',
    why: 'The command was sent, but no response arrived. Running it again may give it twice; reporting it as done may give nothing.',
    fix: 'If the console disconnects between a command and its response, report `in_doubt` with `done`, and do not run the rest.',
    async run(context): Promise<void> {
      const delivery = context.createDelivery({ commands: [3] })
      let disconnects = 0
      context.state.console.respond = ({ marker }) => {
        return marker === delivery.steps[1]?.marker && disconnects++ === 0 ? 'disconnect' : 'ok'
      }
      context.enqueue(delivery)
      await context.startClient()
      await context.waitUntil(() => context.queue.getOutcomes(delivery).length > 0)
      if (!context.state.console.canRespond()) context.skipScenario(FILE_CONSOLE)
      const [first] = context.queue.getOutcomes(delivery)
      context.must(
        first?.outcome === 'in_doubt',
        `the connection closed during the second of three commands; reported: ${first?.outcome ?? 'nothing'}`,
      )
      const runsBefore = countStepRuns(context, delivery)
      context.must(runsBefore.join() === '1,1,0', `at that time, the commands had run ${runsBefore.join(', ')} times`)
      if (first?.outcome !== 'in_doubt') return
      context.must(first.done === 1, `one certainly ran; reported: done ${first.done ?? 0}`)

      context.queue.retry(delivery)
      await context.waitUntilReported(delivery)
      const runs = countStepRuns(context, delivery)
      context.must(
        runs.join() === '1,2,1',
        `after a retry by the owner, the commands ran ${runs.join(', ')} times in all`,
      )
    },
  },
  {
    id: 'repeatable',
    title: 'repeats a repeatable command instead of asking the owner',
    why: 'If a command is safe to run twice, a report of in_doubt makes the owner check for nothing.',
    fix: 'If `repeatable` is true, run an uncertain command again.',
    async run(context): Promise<void> {
      const delivery = context.createDelivery({ repeatable: true })
      let disconnects = 0
      context.state.console.respond = ({ marker }) => {
        return marker === delivery.steps[0]?.marker && disconnects++ === 0 ? 'disconnect' : 'ok'
      }
      context.enqueue(delivery)
      await context.startClient()
      await context.waitUntil(() => context.queue.getOutcomes(delivery).some(({ outcome }) => outcome !== 'failed'))
      if (!context.state.console.canRespond()) context.skipScenario(FILE_CONSOLE)
      const last = context.queue.getOutcomes(delivery).at(-1)?.outcome
      const text = `the connection closed during a repeatable command; reported: ${last ?? 'nothing'}`
      context.should(last === 'done', text)
    },
  },
  {
    id: 'refused-id',
    title: 'reports a failure if it cannot put a player id into a command',
    why: `If it is reported as done, the owner never learns that the buyer got nothing. With retries, the owner learns it only after ${MAX_ATTEMPTS} failures.`,
    fix: 'Report `failed` with `retry: false` and a reason that the owner understands.',
    async run(context): Promise<void> {
      const delivery = context.createDelivery({ player: 'x\n";op me', conditions: { online: false } })
      context.enqueue(delivery)
      await context.startClient()
      await context.waitUntil(() => context.queue.getOutcomes(delivery).length > 0)
      const [first] = context.queue.getOutcomes(delivery)
      const hasRun = context.state.console.countRuns(delivery.steps[0]?.marker ?? '') > 0
      if (hasRun) context.skipScenario('the command ran; see hostile-ids')
      context.must(first?.outcome === 'failed', `it did not run; reported: ${first?.outcome ?? 'nothing'}`)
      if (first?.outcome !== 'failed') return
      context.should(first.retry === false, first.retry === false ? 'it asked for no retry' : 'it asked for a retry')
      context.should(first.reason !== undefined, `reason: ${first.reason ?? 'none'}`)
    },
  },
]
