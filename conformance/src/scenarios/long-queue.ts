import { MAX_COMMANDS_PER_POLL } from '@quartermaster/contract/games-limits'
import { DEFAULTS } from '../harness/settings.ts'
import type { NeutralScenario } from './scenario.ts'

const PLAYERS = 50

export const LONG_QUEUE: NeutralScenario[] = [
  {
    id: 'long-queue',
    title: 'works off thousands of elements, each once',
    why: `After a weekend without the game server a big store has thousands waiting. An answer holds ${MAX_COMMANDS_PER_POLL} of them.`,
    mend: 'Serve all elements of an answer, and poll again when it was full.',
    async play(stage): Promise<void> {
      const { longQueue, longPart } = stage.settings
      const elements = Array.from({ length: longQueue }, (_, index) =>
        stage.element({ player: `7${100 + (index % PLAYERS)}` }),
      )
      stage.offer(...elements)
      const polls = 3 * Math.ceil(longQueue / longPart) + 2
      const started = Date.now()
      /** At the pace so far, for a queue of the usual length. */
      const hours = () =>
        ((Date.now() - started) / stage.seconds(3_600) / Math.max(1, stage.queue.reported.length)) * DEFAULTS.longQueue
      const isTooSlow = () => stage.world.pollsAnswered > polls && hours() > 1
      await stage.start()
      await stage.until(() => stage.queue.reported.length >= longQueue || isTooSlow())
      if (stage.queue.reported.length >= longQueue) await stage.served(...elements)
      await stage.polls(1)
      const { pollsAnswered } = stage.world
      const seconds = ((Date.now() - started) / stage.seconds(1)).toFixed(1)
      const served = new Set(stage.queue.reported).size
      stage.note(`${served} of ${longQueue} elements in ${pollsAnswered} polls and ${seconds} s`)
      if (served < longQueue) {
        stage.must(false, `at this pace ${DEFAULTS.longQueue} take ${hours().toFixed(1)} hours`)
        return
      }
      stage.delivered(elements)
    },
  },
]
