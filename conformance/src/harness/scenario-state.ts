import { type ConsoleLedger, createConsoleLedger } from '../consoles/console-log.ts'
import type { Answer } from '../mock-store/response.ts'
import type { Meddler } from '../mock-store/fault.ts'
import type { Queue } from '../mock-store/queue-v1.ts'
import type { Settings } from './settings.ts'
import { carriesKey, type StoreRequest } from '../mock-store/store-request.ts'

/** What happened in a scenario, in one list and in order: requests, and commands in the console. */
type Happening = { kind: 'request'; request: StoreRequest } | { kind: 'run'; mark: string | undefined }

export type World = ReturnType<typeof createWorld>

/** Seconds after which a poll that waits is answered as empty, which the interface allows at any time. */
const WAIT_SECONDS_MOST = 2

type Setup = { key: string; settings: Settings; queue: Queue; follow: () => void }

/** One scenario's store, game and log. Everything that changes it wakes those who wait for a change. */
export function createWorld({ key, settings, queue, follow }: Setup) {
  const happenings: Happening[] = []
  const requests: StoreRequest[] = []
  const counts = { init: 0, queue: 0, report: 0 }
  const lost: string[] = []
  const players = new Set<string>()
  const sleepers = new Set<() => void>()
  const console: ConsoleLedger = createConsoleLedger({
    kind: settings.console,
    changed() {
      happenings.push({ kind: 'run', mark: console.runs.at(-1)?.mark })
      changed()
    },
  })

  function changed(): void {
    for (const wake of sleepers) wake()
  }

  /** Resolves at the next change, or after so long without one. */
  function change(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        sleepers.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      sleepers.add(wake)
    })
  }

  const world = {
    key,
    console,
    happenings: happenings as readonly Happening[],
    requests: requests as readonly StoreRequest[],
    /** Requests to addresses that do not exist. */
    lostRequests: lost as readonly string[],
    pollsAnswered: 0,
    meddle: (() => undefined) as Meddler,
    kill: async () => {},
    /** A client that only a person can kill counts as dead until it introduces itself anew. */
    isCutOff: false,
    async killClient(): Promise<void> {
      await world.kill()
      world.deaths += 1
      changed()
    },
    change,
    changed,
    /** How often the client was made to die. */
    deaths: 0,

    online: () => [...players],
    join: (...ids: string[]) => ids.forEach((id) => players.add(id)),

    receive(request: StoreRequest): StoreRequest {
      follow()
      if (request.operation === 'init') world.isCutOff = false
      const nth = counts[request.operation]++
      const received = { ...request, nth }
      requests.push(received)
      happenings.push({ kind: 'request', request: received })
      changed()
      return received
    },
    lost: (what: string) => void lost.push(what),
    knowsKey: (request: StoreRequest) => carriesKey(request, key),
    answer: (request: StoreRequest): Answer => queue.answer(request),

    async work(request: StoreRequest): Promise<void> {
      const until = Date.now() + WAIT_SECONDS_MOST * settings.secondMs
      while (!queue.hasWork(request) && Date.now() < until) await change(until - Date.now())
    },
    answered(request: StoreRequest): void {
      request.answeredAt = Date.now()
      if (request.operation === 'queue') world.pollsAnswered += 1
      changed()
    },
  }
  return world
}
