import type { Level } from '../harness/findings.ts'
import { reportedIds } from '../mock-store/store-request.ts'
import type { NeutralScenario } from './scenario.ts'

const MEND =
  'Write a journal on disk: that a command begins before it is sent, that it has run before it is reported. After a start, report what has run, and show what is in doubt instead of running it again.'

/** 1.0 says nothing of memory, so there it is advice; 2.0 demands it. */
export function crashes(level: Level): NeutralScenario[] {
  return [
    {
      id: 'crash-before-report',
      title: 'after a crash between run and report it does not run the element again',
      why: 'Game servers crash, and are killed by their hosts. Without a memory on disk the goods are given twice.',
      mend: MEND,
      async play(stage): Promise<void> {
        const element = stage.element()
        stage.offer(element)
        stage.meddle((request) =>
          stage.world.deaths === 0 && reportedIds(request).includes(element.id) ? { kind: 'die' } : undefined,
        )
        await stage.start()
        if (!(await stage.until(() => stage.world.deaths > 0))) return stage.must(false, 'it never reported')
        const mark = element.steps[0]?.mark ?? ''
        if (stage.world.console.countOf(mark) === 0) stage.notTested('it reports before it runs')
        await stage.start()
        await stage.reported(element)
        await stage.polls(1)
        const runs = stage.world.console.countOf(mark)
        stage[level](runs === 1, runs === 1 ? 'it ran once' : `it ran ${runs} times`)
        stage.note(stage.queue.reported.length > 0 ? 'it was reported after the start' : 'it is left in the queue')
      },
    },
    {
      id: 'crash-mid-command',
      title: 'after a crash while a command runs it does not run it again blindly',
      why: 'Nobody knows whether the command did its work. Running it again may give twice; the owner has to look.',
      mend: MEND,
      async play(stage): Promise<void> {
        const element = stage.element()
        stage.offer(element)
        stage.world.console.respond = ({ mark }) => (mark !== undefined && stage.world.deaths === 0 ? 'die' : 'ok')
        await stage.start()
        if (!(await stage.until(() => stage.world.deaths > 0))) return stage.must(false, 'it never ran the command')
        if (!stage.world.console.canAnswer()) stage.notTested('commands come by a file, which is seen too late')
        await stage.start()
        await stage.polls(2)
        const runs = stage.world.console.countOf(element.steps[0]?.mark ?? '')
        stage[level](runs === 1, runs === 1 ? 'it ran once' : `it ran ${runs} times`)
        stage.note(stage.queue.reported.length > 0 ? 'it was reported as done' : 'it is left for the owner to look at')
      },
    },
  ]
}
