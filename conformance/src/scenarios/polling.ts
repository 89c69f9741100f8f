import { MAX_WAIT_SECONDS } from '@quartermaster/contract/games/limits'
import type { ScenarioContext } from '../harness/scenario-context.ts'
import { getWaitSeconds, type StoreRequest } from '../mock-store/store-request.ts'
import type { CommonScenario } from './scenario.ts'

const OBSERVED_SECONDS = 6
const MAX_INTERVAL_SECONDS = 60
/** A poll counts as immediate if both the previous response and this poll came within this time. A few are tolerated. */
const MIN_PAUSE_SECONDS = 0.5
const MAX_IMMEDIATE_POLLS = 3

export const POLLING: CommonScenario[] = [
  {
    id: 'init',
    needsFreshClient: true,
    title: 'calls init with its port and its key',
    why: 'The owner can then see that the server is connected. The store rejects invalid requests, and nothing is delivered.',
    fix: 'POST init once at the start, with `serverPort` as a number. Send the key in `Authorization` with every request.',
    async run(context): Promise<void> {
      const delivery = context.createDelivery()
      context.enqueue(delivery)
      await context.startClient()
      await context.waitUntilDelivered(delivery)
      const { requests, key } = context.state
      if (requests.length === 0) return context.must(false, 'the client never called the store')
      const [first] = requests
      const isInitFirst = first?.operation === 'init'
      context.should(isInitFirst, isInitFirst ? 'init was the first request' : 'the client polled before init')
      const withoutKey = requests.filter((request) => !context.state.isAuthorized(request)).length
      context.must(withoutKey === 0, `${withoutKey} of ${requests.length} requests had no valid key`)
      const errors = [...new Set(requests.flatMap((request) => request.errors))]
      for (const error of errors) context[error.includes('Content-Type') ? 'should' : 'must'](false, error)
      const isRawKey = first?.headers.authorization === key
      context.note(isRawKey ? 'it sends the key without a scheme' : 'it sends the key with a scheme, such as Bearer')
    },
  },
  {
    id: 'poll-interval',
    title: 'polls an empty queue at a reasonable rate',
    why: 'Polling too often causes traffic and status 429. Polling too rarely makes players wait for what they bought.',
    fix: `Send \`Prefer: wait=${MAX_WAIT_SECONDS - 5}\` and poll again after each response, or pause 1 to ${MAX_INTERVAL_SECONDS} seconds between polls.`,
    async run(context): Promise<void> {
      await context.startClient()
      await context.waitUntil(() => listPolls(context).length > 0)
      if (listPolls(context).length === 0) return context.must(false, 'the client never polled')
      const seconds = await context.observe(OBSERVED_SECONDS)
      const polls = listPolls(context)
      const usesWait = polls.some((request) => getWaitSeconds(request) > 0)

      checkPauses(context)
      const rate = `${polls.length} polls in ${seconds.toFixed(0)} s${usesWait ? ', with waiting' : ''}`
      if (usesWait) context.note(rate)
      else context.should(polls.length <= seconds + 1, `${rate}; one per second is enough`)
      const isIdle = context.queue.reported.length === 0 && context.state.console.runs.length === 0
      context.must(isIdle, 'nothing ran and nothing was reported')
      if (usesWait || polls.length > 1) return
      await context.observe(MAX_INTERVAL_SECONDS - OBSERVED_SECONDS)
      context.should(listPolls(context).length > 1, 'it polls at least once per minute')
    },
  },
  {
    id: 'pause-while-waiting',
    title: 'pauses between polls while a delivery waits for an offline player',
    why: 'A poll returns at once while a delivery is pending, so a client without a pause polls hundreds of times per second.',
    fix: 'Pause a few seconds after a response with nothing to do (1.0), or send the list of players in `online` (2.0).',
    async run(context): Promise<void> {
      context.queue.enqueue(context.createDelivery({ player: '7009' }))
      await context.startClient()
      await context.waitUntil(() => listPolls(context).length > 0)
      await context.observe(OBSERVED_SECONDS)
      if (context.state.console.runs.length > 0) context.skipScenario('the client runs commands of offline players')
      checkPauses(context)
    },
  },
]

function listPolls({ state }: ScenarioContext): StoreRequest[] {
  return state.requests.filter(({ operation }) => operation === 'poll')
}

function checkPauses(context: ScenarioContext): void {
  const polls = listPolls(context)
  const minPauseMs = context.secondsToMs(MIN_PAUSE_SECONDS)
  const immediate = polls.filter(({ receivedAt }, index) => {
    const previous = polls[index - 1]
    if (previous?.respondedAt === undefined) return false
    return previous.respondedAt - previous.receivedAt < minPauseMs && receivedAt - previous.respondedAt < minPauseMs
  })
  context.must(
    immediate.length <= MAX_IMMEDIATE_POLLS,
    `${immediate.length} of ${polls.length} polls followed without a pause`,
  )
}
