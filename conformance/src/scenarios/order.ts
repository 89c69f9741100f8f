import { reportedIds } from '../mock-store/store-request.ts'
import type { NeutralScenario } from './scenario.ts'

export const ORDER: NeutralScenario[] = [
  {
    id: 'order',
    title: "keeps the order of a player's elements",
    why: 'A refund that runs before its purchase leaves the goods with the player.',
    mend: 'Go from the top of the answer to its end. Run in parallel for different players only.',
    async play(stage): Promise<void> {
      const types = ['APPROVE', 'REFUND', 'APPROVE', 'REFUND', 'APPROVE'] as const
      const elements = types.map((deliveryType) => stage.element({ deliveryType }))
      stage.offer(...elements)
      await stage.start()
      await stage.until(() =>
        elements.every(({ steps }) => steps.every(({ mark }) => stage.world.console.countOf(mark) > 0)),
      )
      const marks = elements.flatMap(({ steps }) => steps.map(({ mark }) => mark))
      const { runs } = stage.world.console
      const ran = [...new Set(runs.flatMap(({ mark }) => (mark === undefined ? [] : [mark])))]
      const typesOf = (list: string[]) => list.map((mark) => types[marks.indexOf(mark)]).join(', ')
      if (ran.length < 2) stage.notTested('fewer than two of five elements ran')
      const wanted = marks.filter((mark) => ran.includes(mark))
      const isKept = ran.every((mark, index) => mark === wanted[index])
      stage.must(isKept, `they ran as ${typesOf(ran)}; in the queue they stood as ${typesOf(wanted)}`)
    },
  },
  {
    id: 'report-after-run',
    title: 'reports an element when its commands have run, not before',
    why: 'What was reported leaves the queue. If the game stops between report and run, the purchase is gone for good.',
    mend: 'Run first, write down that it ran, and report last.',
    async play(stage): Promise<void> {
      const elements = [stage.element(), stage.element({ player: '7002' })]
      stage.offer(...elements)
      await stage.start()
      await stage.served(...elements)
      for (const { id, steps } of elements) {
        const { happenings } = stage.world
        const report = happenings.findIndex((it) => it.kind === 'request' && reportedIds(it.request).includes(id))
        if (report < 0) {
          stage.must(false, `${id} was not reported`)
          continue
        }
        const before = happenings.slice(0, report).flatMap((it) => (it.kind === 'run' ? [it.mark] : []))
        const missing = steps.filter(({ mark }) => !before.includes(mark))
        const text =
          missing.length === 0 ? `${id} had run when it was reported` : `${id} was reported before it had run`
        stage.must(missing.length === 0, text)
      }
    },
  },
]
