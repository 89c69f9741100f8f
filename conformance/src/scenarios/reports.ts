import { problem } from '../mock-store/response.ts'
import type { Element } from '../mock-store/delivery.ts'
import type { Meddler, Meddling } from '../mock-store/fault.ts'
import { reportedIds } from '../mock-store/store-request.ts'
import type { NeutralScenario, ScenarioV1 } from './scenario.ts'

const MEND = 'Remember what has run until its report is confirmed. Report it again; never run it again.'
const SLOW_SECONDS = 4

export const REPORTS: NeutralScenario[] = [
  {
    id: 'report-cut',
    title: 'runs nothing twice when a report is lost on the way',
    why: 'The store still offers what it never heard of. A client that runs it again gives twice what was paid once.',
    mend: MEND,
    async play(stage): Promise<void> {
      const [before, after, well] = [
        stage.element(),
        stage.element({ player: '7002' }),
        stage.element({ player: '7003' }),
      ]
      stage.offer(before, after, well)
      stage.meddle(
        firstReports([
          [before, [{ kind: 'cut', when: 'before' }]],
          [after, [{ kind: 'cut', when: 'after' }]],
        ]),
      )
      await stage.start()
      await stage.served(before, after, well)
      await stage.polls(2)
      stage.delivered([before, after, well])
    },
  },
  {
    id: 'report-refused',
    title: 'reports again what was refused with 503 or 429',
    why: 'A report that is dropped leaves the element in the queue; one that makes it run again doubles the goods.',
    mend: MEND,
    async play(stage): Promise<void> {
      const [busy, limited, well] = [
        stage.element(),
        stage.element({ player: '7002' }),
        stage.element({ player: '7003' }),
      ]
      stage.offer(busy, limited, well)
      const later = { 'retry-after': '1' }
      const unavailable = {
        kind: 'answer',
        answer: problem('unavailable', 'The store cannot answer now', later),
      } as const
      const tooMany = { kind: 'answer', answer: problem('rate_limited', 'Too many requests', later) } as const
      stage.meddle(
        firstReports([
          [busy, [unavailable, unavailable]],
          [limited, [tooMany]],
        ]),
      )
      await stage.start()
      await stage.served(busy, limited, well)
      await stage.polls(2)
      stage.delivered([busy, limited, well])
    },
  },
  {
    id: 'slow-report',
    title: 'runs an element once although it stays in the queue until its slow report is through',
    why: 'Until the store has the report it offers the element in every answer. Polls beside a running report see it again.',
    mend: 'Know the ids in hand, and pass over them in later answers.',
    async play(stage): Promise<void> {
      const element = stage.element()
      stage.offer(element)
      stage.meddle(firstReports([[element, [{ kind: 'late', ms: stage.seconds(SLOW_SECONDS) }]]]))
      await stage.start()
      await stage.served(element)
      await stage.polls(2)
      stage.delivered([element])
    },
  },
]

export const REPORTS_V1: ScenarioV1[] = [
  {
    id: 'offered-again',
    title: 'only reports again what is offered again after its report',
    why: 'A store that was restored from a copy offers again what it knew. Players keep what they got; nobody gets it twice.',
    mend: 'Keep the ids of the last days in a file. For one that is there, send the report and nothing else.',
    async play(stage): Promise<void> {
      const element = stage.element()
      stage.offer(element)
      await stage.start()
      if (!(await stage.served(element))) return stage.must(false, 'the element was never reported')
      await stage.polls(1)
      stage.queue.offerAgain(element)
      const mark = element.steps[0]?.mark ?? ''
      const runs = () => stage.world.console.countOf(mark)
      await stage.until(() => stage.queue.reported.length > 1 || runs() > 1)
      stage.should(runs() === 1, runs() === 1 ? 'it did not run again' : 'it ran again')
      stage.note(stage.queue.reported.length > 1 ? 'it was reported again' : 'it was not reported again')
    },
  },
]

/** What happens to the first reports that name an element, one after the other. A batch shares the fate of its first. */
function firstReports(plan: [Element, Meddling[]][]): Meddler {
  return (request) => {
    const named = reportedIds(request)
    const [, troubles] = plan.find(([{ id }, left]) => left.length > 0 && named.includes(id)) ?? []
    return troubles?.shift()
  }
}
