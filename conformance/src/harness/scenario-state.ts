import { type ConsoleLog, createConsoleLog } from '../consoles/console-log.ts'
import type { FaultInjector } from '../mock-store/fault.ts'
import type { Queue } from '../mock-store/queue.ts'
import type { MockResponse } from '../mock-store/response.ts'
import { hasKey, type StoreRequest } from '../mock-store/store-request.ts'
import type { Settings } from './settings.ts'

/** Requests and console commands of a scenario, in the order in which they happened. */
type LogEntry = { kind: 'request'; request: StoreRequest } | { kind: 'run'; marker: string | undefined }

export type ScenarioState = ReturnType<typeof createScenarioState>

/** Waiting polls return empty after this time, which the interface allows at any time. */
const MAX_WAIT_SECONDS = 2

type StateOptions = { key: string; settings: Settings; queue: Queue; readConsoleFile: () => void }

/** The store, the game and the log of one scenario. Every change wakes up `waitForChange`. */
export function createScenarioState({ key, settings, queue, readConsoleFile }: StateOptions) {
  const log: LogEntry[] = []
  const requests: StoreRequest[] = []
  const requestCounts = { init: 0, poll: 0, report: 0 }
  const unknownRequests: string[] = []
  const players = new Set<string>()
  const listeners = new Set<() => void>()
  const console: ConsoleLog = createConsoleLog({
    kind: settings.console,
    onChange() {
      log.push({ kind: 'run', marker: console.runs.at(-1)?.marker })
      notifyChange()
    },
  })

  function notifyChange(): void {
    for (const listener of listeners) listener()
  }

  /** Resolves at the next change, or after the timeout. */
  function waitForChange(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer)
        listeners.delete(finish)
        resolve()
      }
      const timer = setTimeout(finish, timeoutMs)
      listeners.add(finish)
    })
  }

  const state = {
    key,
    console,
    log: log as readonly LogEntry[],
    requests: requests as readonly StoreRequest[],
    /** Requests to addresses that do not exist. */
    unknownRequests: unknownRequests as readonly string[],
    completedPolls: 0,
    injectFault: (() => undefined) as FaultInjector,
    kill: async () => {},
    /** A client that only a person can kill counts as down until it calls init again. */
    isClientDown: false,
    kills: 0,
    async killClient(): Promise<void> {
      await state.kill()
      state.kills += 1
      notifyChange()
    },
    waitForChange,
    notifyChange,

    online: () => [...players],
    addPlayers: (...ids: string[]) => ids.forEach((id) => players.add(id)),

    receive(request: StoreRequest): StoreRequest {
      readConsoleFile()
      if (request.operation === 'init') state.isClientDown = false
      const received = { ...request, index: requestCounts[request.operation]++ }
      requests.push(received)
      log.push({ kind: 'request', request: received })
      notifyChange()
      return received
    },
    recordUnknownRequest: (description: string) => void unknownRequests.push(description),
    isAuthorized: (request: StoreRequest) => hasKey(request, key),
    respond: (request: StoreRequest): MockResponse => queue.respond(request),

    async waitForDeliveries(request: StoreRequest): Promise<void> {
      const deadline = Date.now() + MAX_WAIT_SECONDS * settings.secondMs
      while (!queue.hasDeliveries(request) && Date.now() < deadline) await waitForChange(deadline - Date.now())
    },
    recordResponse(request: StoreRequest): void {
      request.respondedAt = Date.now()
      if (request.operation === 'poll') state.completedPolls += 1
      notifyChange()
    },
  }
  return state
}
