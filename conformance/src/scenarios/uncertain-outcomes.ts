import { MAX_ATTEMPTS } from '@quartermaster/contract/games-limits'
import { runsOf } from './attempts.ts'
import type { ScenarioV2 } from './scenario.ts'

const MEND = 'When the console goes away between command and answer, report `in_doubt` with `done`, and leave the rest.'

export const DOUBTS: ScenarioV2[] = [
  {
    id: 'in-doubt',
    title: 'says that it does not know, and runs again when its owner says so',
    why: 'The command was sent and no answer came. To run it again may give twice; to call it done may give nothing.',
    mend: MEND,
    async play(stage): Promise<void> {
      const element = stage.element({ commands: [3] })
      let cuts = 0
      stage.world.console.respond = ({ mark }) => (mark === element.steps[1]?.mark && cuts++ === 0 ? 'cut' : 'ok')
      stage.offer(element)
      await stage.start()
      await stage.until(() => stage.queue.outcomesOf(element).length > 0)
      if (!stage.world.console.canAnswer()) stage.notTested('commands come by a file, which cannot be cut')
      const [first] = stage.queue.outcomesOf(element)
      stage.must(
        first?.outcome === 'in_doubt',
        `the second of three was cut off; reported: ${first?.outcome ?? 'nothing'}`,
      )
      const before = runsOf(stage, element)
      stage.must(before.join() === '1,1,0', `then its commands had run ${before.join(', ')} times`)
      if (first?.outcome !== 'in_doubt') return
      stage.must(first.done === 1, `one certainly ran; reported: done ${first.done ?? 0}`)

      stage.queue.sendAgain(element)
      await stage.reported(element)
      const after = runsOf(stage, element)
      stage.must(after.join() === '1,2,1', `sent again by its owner, they have run ${after.join(', ')} times in all`)
    },
  },
  {
    id: 'repeatable',
    title: 'repeats what may be repeated, without asking the owner',
    why: 'For a rank that is set, not added, a doubt costs the owner a look for nothing.',
    mend: 'When `repeatable` is true, run a command in doubt again.',
    async play(stage): Promise<void> {
      const element = stage.element({ repeatable: true })
      let cuts = 0
      stage.world.console.respond = ({ mark }) => (mark === element.steps[0]?.mark && cuts++ === 0 ? 'cut' : 'ok')
      stage.offer(element)
      await stage.start()
      await stage.until(() => stage.queue.outcomesOf(element).some(({ outcome }) => outcome !== 'failed'))
      if (!stage.world.console.canAnswer()) stage.notTested('commands come by a file, which cannot be cut')
      const last = stage.queue.outcomesOf(element).at(-1)?.outcome
      stage.should(last === 'done', `a repeatable command was cut off; reported: ${last ?? 'nothing'}`)
    },
  },
  {
    id: 'refused-name',
    title: 'says when it cannot put a player id into a command',
    why: `Reported as done, the buyer gets nothing and the owner is not told. With a retry it fails ${MAX_ATTEMPTS} times before the owner is told.`,
    mend: 'Report `failed` with `retry: false` and a reason that the owner understands.',
    async play(stage): Promise<void> {
      const element = stage.element({ player: 'x\n";op me', conditions: { online: false } })
      stage.offer(element)
      await stage.start()
      await stage.until(() => stage.queue.outcomesOf(element).length > 0)
      const [first] = stage.queue.outcomesOf(element)
      if (stage.world.console.countOf(element.steps[0]?.mark ?? '') > 0) stage.notTested('it ran; see hostile-names')
      stage.must(first?.outcome === 'failed', `not run; reported: ${first?.outcome ?? 'nothing'}`)
      if (first?.outcome !== 'failed') return
      stage.should(first.retry === false, first.retry === false ? 'it asked for no retry' : 'it asked for a retry')
      stage.should(
        first.reason !== undefined,
        first.reason === undefined ? 'no reason was given' : `reason: ${first.reason}`,
      )
    },
  },
]
