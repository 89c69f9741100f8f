import { MAX_COMMANDS_PER_POLL } from '@quartermaster/contract/games/limits'
import { DEFAULT_SETTINGS } from '../harness/settings.ts'
import type { CommonScenario } from './scenario.ts'

const PLAYER_COUNT = 50
/** A client that needs more time for a queue of the default length is too slow. */
const MAX_HOURS = 1

export const LONG_QUEUE: CommonScenario[] = [
  {
    id: 'long-queue',
    title: 'delivers thousands of commands, each once',
    why: `If the game server is down for a weekend, thousands of deliveries can wait. A response contains at most ${MAX_COMMANDS_PER_POLL} of them.`,
    fix: 'Process all entries of a response, and poll again at once if it was full.',
    async run(context): Promise<void> {
      const { longQueueLength, maxCommandsPerPoll } = context.settings
      const deliveries = Array.from({ length: longQueueLength }, (_, index) =>
        context.createDelivery({ player: `7${100 + (index % PLAYER_COUNT)}` }),
      )
      context.enqueue(...deliveries)
      const expectedPolls = 3 * Math.ceil(longQueueLength / maxCommandsPerPoll) + 2
      const startedAt = Date.now()
      const countReported = () => context.queue.reported.length
      /** Extrapolates the rate so far to a queue of the default length. */
      const estimateHours = () => {
        const hours = (Date.now() - startedAt) / context.secondsToMs(3_600)
        return (hours / Math.max(1, countReported())) * DEFAULT_SETTINGS.longQueueLength
      }
      const isTooSlow = () => context.state.completedPolls > expectedPolls && estimateHours() > MAX_HOURS
      await context.startClient()
      await context.waitUntil(() => countReported() >= longQueueLength || isTooSlow())
      if (countReported() >= longQueueLength) await context.waitUntilDelivered(...deliveries)
      await context.waitForPolls(1)
      const seconds = ((Date.now() - startedAt) / context.secondsToMs(1)).toFixed(1)
      const delivered = new Set(context.queue.reported).size
      context.note(
        `${delivered} of ${longQueueLength} deliveries in ${context.state.completedPolls} polls and ${seconds} s`,
      )
      if (delivered < longQueueLength) {
        const hours = estimateHours().toFixed(1)
        context.must(false, `at this rate, ${DEFAULT_SETTINGS.longQueueLength} deliveries take ${hours} hours`)
        return
      }
      context.checkDelivered(deliveries)
    },
  },
]
