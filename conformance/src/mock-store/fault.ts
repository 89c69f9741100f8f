import type { MockResponse } from './response.ts'
import type { StoreRequest } from './store-request.ts'

/**
 * A fault in the handling of one request. `respond`: the store sends this response and does nothing. `delay`: the store
 * handles the request later. `disconnect`: the connection closes before the store handles the request, after it, or in the
 * middle of the response. `hold`: the store handles the request at once and sends the response later. `abort`: the
 * connection closes without a response, and the store handles the request after that. `kill`: the client is killed, and
 * the store does nothing.
 */
export type Fault =
  | { kind: 'respond'; response: MockResponse }
  | { kind: 'delay'; ms: number }
  | { kind: 'disconnect'; when: 'before' | 'after' | 'midway' }
  | { kind: 'hold'; until: Promise<void> }
  | { kind: 'abort'; ms: number; handledAfter: () => Promise<unknown> }
  | { kind: 'kill' }

/** Called for each request. Returns undefined to handle the request normally. */
export type FaultInjector = (request: StoreRequest) => Fault | undefined
