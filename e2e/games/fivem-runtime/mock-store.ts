import { createScenarioState } from '../../../conformance/src/harness/scenario-state.ts'
import { DEFAULT_SETTINGS } from '../../../conformance/src/harness/settings.ts'
import type { Delivery } from '../../../conformance/src/mock-store/delivery.ts'
import { startMockStore } from '../../../conformance/src/mock-store/mock-store.ts'
import { createQueueV1 } from '../../../conformance/src/mock-store/queue-v1.ts'
import { createQueueV2, type Outcome } from '../../../conformance/src/mock-store/queue-v2.ts'
import { problemResponse } from '../../../conformance/src/mock-store/response.ts'
import type { Operation, StoreRequest } from '../../../conformance/src/mock-store/store-request.ts'

type Body = { online?: string[]; holding?: string[]; outcomes?: Outcome[]; commandQueueId?: string }

export type MockStore = Awaited<ReturnType<typeof openMockStore>>

/** The mock store of the conformance kit. It speaks 2.0 or only 1.0. */
export async function openMockStore({ speaks, key }: { speaks: '1.0' | '2.0'; key: string }) {
  // With a second of 40 ms, the first retry of a failed delivery comes after 200 ms.
  const queueSettings = { maxCommands: 50, secondMs: 40, onChange: () => state.notifyChange() }
  const queueV2 = createQueueV2(queueSettings)
  const queue = speaks === '2.0' ? queueV2 : createQueueV1(queueSettings)
  /** A waiting poll takes up to two seconds of these settings. */
  const settings = { ...DEFAULT_SETTINGS, secondMs: 150 }
  const shownQueue = {
    ...queue,
    hasDeliveries: (request: StoreRequest) => queue.hasDeliveries(applyIgnored(request)),
    respond(request: StoreRequest) {
      const { outcomes, commandQueueId: id = '' } = bodyOf(request)
      if (request.operation === 'report') store.outcomes.push(...(outcomes ?? [{ id, attempt: 1, outcome: 'done' }]))
      return queue.respond(applyIgnored(request))
    },
  }
  const state = createScenarioState({ key, settings, queue: shownQueue, readConsoleFile: () => undefined })
  state.injectFault = ({ version, operation }) => {
    if (version !== speaks)
      return { kind: 'respond', response: problemResponse('not_found', 'This is another version') }
    const isLost = operation === 'report' && store.losesReports
    return isLost ? { kind: 'respond', response: problemResponse('unavailable', 'The report is lost') } : undefined
  }
  const { url, close, setState } = await startMockStore({ port: 0 })
  setState(state)

  function applyIgnored(request: StoreRequest): StoreRequest {
    const ignored = { ...(store.ignoresOnline && { online: undefined }), ...(store.ignoresHolding && { holding: [] }) }
    return request.operation === 'poll' ? { ...request, body: { ...bodyOf(request), ...ignored } } : request
  }

  const store = {
    url,
    close,
    settings,
    /** The outcomes of all reports that were not lost. */
    outcomes: [] as Outcome[],
    /** The store reads reports, but responds with 503. */
    losesReports: false,
    /** The store dispatches also deliveries that the client holds. */
    ignoresHolding: false,
    /** The store dispatches also to offline players. */
    ignoresOnline: false,
    enqueue(delivery: Delivery, at: { attempt: number; done: number }): void {
      if (queue === queueV2) queueV2.enqueueAttempt(delivery, at)
      else queue.enqueue(delivery)
    },
    countCalls: (operation: Operation) => state.requests.filter((request) => request.operation === operation).length,
    isListed: (list: 'online' | 'holding', id: string) =>
      state.requests.some((request) => bodyOf(request)[list]?.includes(id)),
    /** Every request had the key of the server. */
    isAuthorized: () => state.requests.every(state.isAuthorized),
  }
  return store
}

function bodyOf({ body }: StoreRequest): Body {
  return body ?? {}
}
