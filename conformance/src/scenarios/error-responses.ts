import { POLL_RATE } from '@quartermaster/contract/games-limits'
import { type Answer, problem } from '../mock-store/response.ts'
import type { Stage } from '../harness/scenario-context.ts'
import type { Operation } from '../mock-store/store-request.ts'
import type { NeutralScenario } from './scenario.ts'

const AGAIN_SOON = { 'retry-after': '1' }

export const REFUSALS: NeutralScenario[] = [
  {
    id: 'key-refused',
    title: 'does not storm a store that refuses its key',
    why: 'A revoked key is a thing for the owner. A client that asks on and on fills logs, and its address gets blocked.',
    mend: 'On 401 say so in the log, wait a minute, and try again: the owner may mend the key without a restart.',
    async play(stage): Promise<void> {
      const element = stage.element()
      stage.offer(element)
      const refused = refuseFor(
        stage,
        5,
        ['queue'],
        problem('unauthorized', 'This server key is unknown or was revoked'),
      )
      await stage.start()
      await stage.until(() => refused.count() > 0)
      await stage.watch(5)
      judgeRate(stage, refused.count(), 5)
      const output = stage.client.output()
      if (output !== undefined) {
        const says = /401|key|auth|forbidden|denied|credential/i.test(output)
        stage.should(says, says ? 'it told of the refused key' : 'it printed nothing about the refused key')
      }
      await stage.served(element)
      stage.delivered([element], 'should')
    },
  },
  {
    id: 'limited',
    title: 'waits after 429 and loses nothing',
    why: 'A client that gives up at 429 delivers nothing until somebody restarts the game server.',
    mend: 'Wait for the seconds of `Retry-After`, or your usual interval, and ask again.',
    async play(stage): Promise<void> {
      const element = stage.element()
      stage.offer(element)
      const refused = refuseFor(stage, 1, ['queue'], problem('rate_limited', 'Too many polls', AGAIN_SOON))
      await stage.start()
      await stage.served(element)
      judgeRate(stage, refused.count(), 1)
      stage.should(refused.count() <= 1, `${refused.count()} polls within the second of Retry-After: 1`)
      stage.delivered([element])
    },
  },
  {
    id: 'unavailable',
    title: 'carries on after 503',
    why: 'Stores restart. A client that stops at the first 503 stays away until somebody notices.',
    mend: 'Take every 5xx for "later": keep polling, with growing pauses.',
    async play(stage): Promise<void> {
      const element = stage.element()
      stage.offer(element)
      const refused = refuseFor(stage, 3, ['queue'], problem('unavailable', 'The store cannot answer now', AGAIN_SOON))
      await stage.start()
      await stage.served(element)
      judgeRate(stage, refused.count(), 3)
      stage.delivered([element])
    },
  },
  {
    id: 'init-fails-first',
    isFresh: true,
    title: 'starts to deliver although its first init failed',
    why: 'Game server and store often start together. A client for which a failed init is final stays dead until a restart.',
    mend: 'Repeat init with growing pauses until it succeeds, or poll without it.',
    async play(stage): Promise<void> {
      const element = stage.element()
      stage.offer(element)
      stage.meddle(({ operation, nth }) => {
        if (operation !== 'init' || nth > 1) return undefined
        if (nth === 1) return { kind: 'cut', when: 'before' }
        return { kind: 'answer', answer: problem('unavailable', 'The store cannot answer now', AGAIN_SOON) }
      })
      await stage.start()
      await stage.served(element)
      stage.delivered([element])
    },
  },
]

/** Refuses from the first such request on, for so many seconds. */
function refuseFor(stage: Stage, seconds: number, operations: Operation[], answer: Answer) {
  let since: number | undefined
  let refused = 0
  stage.meddle(({ operation }) => {
    if (!operations.includes(operation)) return undefined
    since ??= Date.now()
    if (Date.now() - since >= stage.seconds(seconds)) return undefined
    refused += 1
    return { kind: 'answer', answer }
  })
  return { count: () => refused }
}

function judgeRate(stage: Stage, count: number, seconds: number): void {
  stage.must(count <= POLL_RATE.perSecond * seconds, `${count} refused requests in ${seconds} s`)
}
