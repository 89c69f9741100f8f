import type { Answer } from './response.ts'
import type { StoreRequest } from './store-request.ts'

/**
 * What goes wrong with one request. `answer`: this is said and nothing is done. `late`: done and said later. `cut`: the
 * connection ends before anything is done, after it was done, or in the middle of the answer. `die`: the client dies at
 * this moment, and nothing is done.
 */
export type Meddling =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'late'; ms: number }
  | { kind: 'cut'; when: 'before' | 'after' | 'half' }
  | { kind: 'die' }

/** Asked for each request of a scenario; nothing means that it goes its usual way. */
export type Meddler = (request: StoreRequest) => Meddling | undefined
