import { MAX_OUTCOMES_PER_REPORT } from '@quartermaster/contract/games-limits'
import type { Element } from '../mock-store/delivery.ts'
import type { QueueV2 } from '../mock-store/queue-v2.ts'
import type { Stage } from '../harness/scenario-context.ts'
import type { ScenarioV2 } from './scenario.ts'

export const ATTEMPTS: ScenarioV2[] = [
  {
    id: 'attempt-named',
    title: 'reports the attempt that it was handed',
    why: 'A report for another attempt changes nothing: the element stays in the queue for ever.',
    mend: 'Copy `attempt` from the command into its outcome.',
    async play(stage): Promise<void> {
      const element = stage.element()
      stage.join(element.player)
      stage.queue.offerAt(element, { attempt: 3, done: 0 })
      await stage.start()
      await stage.reported(element)
      const named = stage.queue.outcomesOf(element).map(({ attempt }) => attempt)
      const shown = named.length === 0 ? 'nothing was reported' : `attempt 3 was reported as ${named.join(', ')}`
      stage.must(named.length > 0 && named.every((attempt) => attempt === 3), shown)
    },
  },
  {
    id: 'begin-behind-done',
    title: 'begins behind the commands that ran in an earlier attempt',
    why: '`done` counts what the player has already. Who begins at the first command gives it again.',
    mend: 'Count the console commands over all products of the element, and skip the first `done` of them.',
    async play(stage): Promise<void> {
      const element = stage.element({ commands: [1, 2, 1] })
      stage.join(element.player)
      stage.queue.offerAt(element, { attempt: 2, done: 2 })
      await stage.start()
      await stage.reported(element)
      const ran = runsOf(stage, element)
      stage.must(ran.join() === '0,0,1,1', `two of four were done; its commands ran ${ran.join(', ')} times`)
    },
  },
  {
    id: 'failed-command',
    title: 'reports a failure with what had run, and goes on from there',
    why: 'A failure that is called done is a purchase that nobody got. One without `done` runs its first commands again.',
    mend: 'When the game refuses a command: stop the element, report `failed` with `done` and a `reason`.',
    async play(stage): Promise<void> {
      const element = stage.element({ commands: [3] })
      const [, second] = element.steps
      let refusals = 0
      stage.world.console.respond = ({ mark }) => (mark === second?.mark && refusals++ === 0 ? 'unknown' : 'ok')
      stage.offer(element)
      await stage.start()
      await stage.until(() => stage.queue.outcomesOf(element).length > 0)
      if (!stage.world.console.canAnswer()) stage.notTested('commands come by a file, which cannot refuse one')
      const [first] = stage.queue.outcomesOf(element)
      stage.must(
        first?.outcome === 'failed',
        `the second of three was refused; reported: ${first?.outcome ?? 'nothing'}`,
      )
      if (first?.outcome !== 'failed') return
      stage.must(first.done === 1, `one had run; reported: done ${first.done ?? 0}`)
      stage.should(
        first.reason !== undefined,
        first.reason === undefined ? 'no reason was given' : `reason: ${first.reason}`,
      )
      await stage.reported(element)
      const ran = runsOf(stage, element)
      stage.must(ran.join() === '1,1,1', `over both attempts its commands ran ${ran.join(', ')} times`)
    },
  },
  {
    id: 'withdrawn',
    title: 'stops reporting what was withdrawn meanwhile',
    why: 'A client that waits for `processed` alone reports the same element for ever.',
    mend: 'Every answer settles the report: processed, held, cancelled and unknown alike. `waiting` means that it comes again.',
    async play(stage): Promise<void> {
      const element = stage.element()
      stage.world.console.respond = ({ mark }) => {
        if (mark === element.steps[0]?.mark) stage.queue.withdraw(element)
        return 'ok'
      }
      stage.offer(element)
      await stage.start()
      if (!(await stage.until(() => stage.queue.outcomesOf(element).length > 0)))
        return stage.must(false, 'nothing was reported')
      await stage.polls(3)
      const reports = stage.queue.outcomesOf(element).length
      stage.must(reports <= 2, `it was reported ${reports} times`)
    },
  },
  {
    id: 'batches',
    title: 'gathers outcomes while a report is under way',
    why: 'One slow request for each element keeps a big queue waiting for the network.',
    mend: `One report at a time; what ends meanwhile goes into the next, up to ${MAX_OUTCOMES_PER_REPORT} outcomes.`,
    async play(stage): Promise<void> {
      const elements = Array.from({ length: 20 }, (_, index) => stage.element({ player: `7${100 + (index % 10)}` }))
      stage.offer(...elements)
      const late = { kind: 'late', ms: stage.seconds(0.5) } as const
      stage.meddle(({ operation }) => (operation === 'report' ? late : undefined))
      await stage.start()
      await stage.served(...elements)
      stage.delivered(elements)
      const { length } = stage.queue.batches
      stage.should(length <= elements.length / 2, `${elements.length} outcomes in ${length} reports`)
    },
  },
]

/** How often each console command of an element ran, in its order. */
export function runsOf({ world }: Stage<QueueV2>, { steps }: Element): number[] {
  return steps.map(({ mark }) => world.console.countOf(mark))
}
