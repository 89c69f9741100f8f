import type { Client } from '../clients/client.ts'
import type { Element, ElementWish } from '../mock-store/delivery.ts'
import { type Finding, type Level, NotTestedError } from './findings.ts'
import type { Meddler } from '../mock-store/fault.ts'
import type { Queue } from '../mock-store/queue-v1.ts'
import type { Settings } from './settings.ts'
import { judgeDelivery } from './check-deliveries.ts'
import type { World } from './scenario-state.ts'

export type Stage<Q extends Queue = Queue> = ReturnType<typeof createStage<Q>>

/** So many polls that bring nothing forward, over at least so many seconds, and a client will not do it any more. */
const POLLS_IN_VAIN = 5
const SECONDS_IN_VAIN = 3
const LOOK_MS = 25

type Setup<Q extends Queue> = {
  world: World
  queue: Q
  client: Client
  settings: Settings
  element: (wish?: ElementWish) => Element
  follow: () => void
  told: (online: string[]) => void
}

/** What a scenario does to a client and says about it. */
export function createStage<Q extends Queue>({ world, queue, client, settings, element, follow, told }: Setup<Q>) {
  const findings: Finding[] = []
  const seconds = (count: number) => count * settings.secondMs
  const find = (level: Finding['level']) => (ok: boolean, text: string) => void findings.push({ level, ok, text })

  /** False when the client has stopped, or goes on without ever coming to it. */
  async function until(condition: () => boolean): Promise<boolean> {
    const progressOf = () => world.console.runs.length + queue.reported.length
    const silence = stopwatch()
    const vain = stopwatch()
    let [progress, polls, requests] = [progressOf(), world.pollsAnswered, world.requests.length]
    for (;;) {
      follow()
      if (condition()) return true
      if (world.requests.length !== requests) silence.reset()
      if (progressOf() !== progress || queue.isBackingOff()) {
        vain.reset()
        silence.reset()
        polls = world.pollsAnswered
      }
      ;[progress, requests] = [progressOf(), world.requests.length]
      if (silence.ms() > settings.timeoutMs || client.ended() !== undefined) return false
      if (world.pollsAnswered - polls >= POLLS_IN_VAIN && vain.ms() > seconds(SECONDS_IN_VAIN)) return false
      await world.change(LOOK_MS)
    }
  }

  function hasRun({ steps }: Element): boolean {
    return steps.every(({ mark }) => world.console.countOf(mark) > 0)
  }

  /** Resolves with the seconds that it really took, which are more on a machine that is too busy to look. */
  async function watch(count: number): Promise<number> {
    const started = Date.now()
    const looked = stopwatch()
    while (looked.ms() < seconds(count)) {
      await world.change(Math.min(LOOK_MS, seconds(count)))
      follow()
    }
    return (Date.now() - started) / seconds(1)
  }

  const stage = {
    world,
    queue,
    client,
    settings,
    findings: findings as readonly Finding[],
    seconds,
    until,
    /** Looks on for so long, whatever happens. */
    watch,
    element,

    /** Puts elements into the queue; their players are in the game. */
    offer(...elements: Element[]): void {
      stage.join(...elements.map(({ player }) => player))
      queue.offer(...elements)
    },
    join(...players: string[]): void {
      world.join(...players)
      told(world.online())
    },
    meddle: (meddler: Meddler) => void (world.meddle = meddler),
    async start(): Promise<void> {
      await client.start()
      // A person takes as long as a person takes.
      while (world.isCutOff || (client.isByHand && world.requests.length === 0)) await world.change(LOOK_MS)
    },

    /** Waits for both, so that one who reports first still gets to run. */
    served: (...elements: Element[]) => until(() => elements.every((one) => queue.hasReport(one) && hasRun(one))),
    reported: (...elements: Element[]) => until(() => elements.every((one) => queue.hasReport(one))),
    /** Waits for so many polls to come back, as a client does that lives. */
    async polls(count: number): Promise<boolean> {
      const before = world.pollsAnswered
      const waited = stopwatch()
      while (world.pollsAnswered < before + count) {
        if (waited.ms() > settings.timeoutMs || client.ended() !== undefined) return false
        await world.change(LOOK_MS)
      }
      follow()
      return true
    },

    must: find('must'),
    should: find('should'),
    note: (text: string) => find('note')(true, text),
    /** Each of them ran exactly once, in its own order, as the right command, and was reported. */
    delivered: (elements: Element[], level: Level = 'must') => {
      for (const { ok, text } of judgeDelivery(world, queue, elements)) find(level)(ok, text)
    },
    notTested: (why: string): never => {
      throw new NotTestedError(why)
    },
  }
  return stage
}

/** Counts the time in which this process could look; while a busy machine held it up, the client could not act either. */
function stopwatch(): { ms: () => number; reset: () => void } {
  let sum = 0
  let looked = Date.now()
  return {
    ms() {
      const now = Date.now()
      sum += Math.min(now - looked, LOOK_MS * 2)
      looked = now
      return sum
    },
    reset() {
      sum = 0
      looked = Date.now()
    },
  }
}
