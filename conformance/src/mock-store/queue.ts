import type { Delivery } from './delivery.ts'
import type { MockResponse } from './response.ts'
import type { StoreRequest } from './store-request.ts'

/** The queue of the mock store, as far as scenarios of both interfaces use it. */
export type Queue = {
  enqueue: (...deliveries: Delivery[]) => void
  respond: (request: StoreRequest) => MockResponse
  /** Whether a poll with this request would return a delivery now. */
  hasDeliveries: (request: StoreRequest) => boolean
  /** Ids of successful reports, one entry per report. */
  reported: string[]
  hasReport: (delivery: Delivery) => boolean
  /** Whether a failed delivery waits for its next attempt. */
  isBackingOff: () => boolean
}

export const STORE = {
  id: 'sto_conformance',
  name: 'Loja ⚔ Conformance',
  plan: 'BASIC',
  expirationDate: '2099-12-31T23:59:59.000Z',
  url: 'store.example',
}
