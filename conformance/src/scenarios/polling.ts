import { type StoreRequest, waitOf } from '../mock-store/store-request.ts'
import type { Stage } from '../harness/scenario-context.ts'
import type { NeutralScenario } from './scenario.ts'

const WATCHED_SECONDS = 6
const INTERVAL_MOST_SECONDS = 60
/** A poll that follows so soon on an answer which came as soon was made without a pause; a few of them may be chance. */
const PAUSE_SECONDS_LEAST = 0.5
const WITHOUT_PAUSE_MOST = 3

export const PACE: NeutralScenario[] = [
  {
    id: 'init',
    isFresh: true,
    title: 'introduces itself, with its port and its key',
    why: 'The owner sees by it that the server is connected. A request in a wrong form is refused, and nothing is delivered.',
    mend: 'POST init once at the start, with `serverPort` as a number, and the key in `Authorization` of every request.',
    async play(stage): Promise<void> {
      const element = stage.element()
      stage.offer(element)
      await stage.start()
      await stage.served(element)
      const { requests, key } = stage.world
      if (requests.length === 0) return stage.must(false, 'it never called the store')
      const [first] = requests
      stage.should(
        first?.operation === 'init',
        first?.operation === 'init' ? 'init came first' : 'it polled before init',
      )
      const strangers = requests.filter((request) => !stage.world.knowsKey(request))
      stage.must(
        strangers.length === 0,
        strangers.length === 0 ? 'every request had the key' : `${strangers.length} requests had no key`,
      )
      const faults = [...new Set(requests.flatMap((request) => request.faults))]
      for (const fault of faults) stage[fault.includes('Content-Type') ? 'should' : 'must'](false, fault)
      const raw = first?.headers.authorization === key
      stage.note(raw ? 'it sends the key alone' : 'it sends the key behind a scheme, like Bearer')
    },
  },
  {
    id: 'pace',
    title: 'asks an empty queue in good measure',
    why: 'Too often costs the owner traffic and ends in 429; too seldom lets players wait for what they paid.',
    mend: 'Send `Prefer: wait=55` and ask again when an answer comes, or pause 1 to 60 seconds between polls.',
    async play(stage): Promise<void> {
      await stage.start()
      await stage.until(() => pollsOf(stage.world.requests).length > 0)
      if (pollsOf(stage.world.requests).length === 0) return stage.must(false, 'it never asked for the queue')
      const seconds = await stage.watch(WATCHED_SECONDS)
      const polls = pollsOf(stage.world.requests)
      const waits = polls.some((request) => waitOf(request) > 0)

      judgePauses(stage, polls)
      const rate = `${polls.length} polls in ${seconds.toFixed(0)} s${waits ? ', with waiting' : ''}`
      if (waits) stage.note(rate)
      else stage.should(polls.length <= seconds + 1, `${rate}; one a second is enough`)
      stage.must(
        stage.queue.reported.length === 0 && stage.world.console.runs.length === 0,
        'nothing ran and nothing was reported',
      )
      if (waits || polls.length > 1) return
      await stage.watch(INTERVAL_MOST_SECONDS - WATCHED_SECONDS)
      stage.should(pollsOf(stage.world.requests).length > 1, 'it asks at least once a minute')
    },
  },
  {
    id: 'pause-while-held',
    title: 'pauses between polls while it keeps an element for an offline player',
    why: 'What waits in the queue is answered at once, so a client that asks again at once asks hundreds of times a second.',
    mend: 'Pause a few seconds after an answer that brought nothing to do (1.0), or name who is online (2.0).',
    async play(stage): Promise<void> {
      const element = stage.element({ player: '7009' })
      stage.queue.offer(element)
      await stage.start()
      await stage.until(() => pollsOf(stage.world.requests).length > 0)
      await stage.watch(WATCHED_SECONDS)
      if (stage.world.console.runs.length > 0) stage.notTested('it runs commands of offline players at once')
      judgePauses(stage, pollsOf(stage.world.requests))
    },
  },
]

function pollsOf(requests: readonly StoreRequest[]): StoreRequest[] {
  return requests.filter(({ operation }) => operation === 'queue')
}

function judgePauses({ must, seconds }: Stage, polls: StoreRequest[]): void {
  const soon = seconds(PAUSE_SECONDS_LEAST)
  const hasty = polls.filter((poll, index) => {
    const last = polls[index - 1]
    return last?.answeredAt !== undefined && last.answeredAt - last.at < soon && poll.at - last.answeredAt < soon
  })
  must(hasty.length <= WITHOUT_PAUSE_MOST, `${hasty.length} of ${polls.length} polls came without a pause`)
}
