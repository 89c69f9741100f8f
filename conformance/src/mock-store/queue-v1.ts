import { type Answer, ok, problem } from './response.ts'
import type { Element } from './delivery.ts'
import { fieldOf, isPort } from './find-request-errors.ts'
import type { StoreRequest } from './store-request.ts'

export type Queue = {
  offer: (...elements: Element[]) => void
  answer: (request: StoreRequest) => Answer
  /** What a poll with this request would be handed now. */
  hasWork: (request: StoreRequest) => boolean
  /** Ids as they were reported and taken, one entry for each report. */
  reported: string[]
  /** Whether a failed delivery waits for its next attempt. */
  isBackingOff: () => boolean
  hasReport: (element: Element) => boolean
  waiting: () => string[]
}

export type QueueV1 = Queue & {
  /** Puts an element that was reported back, as a store would that lost the report. */
  offerAgain: (element: Element) => void
}

const STORE = {
  id: 'sto_conformance',
  name: 'Loja ⚔ Conformance',
  plan: 'BASIC',
  expirationDate: '2099-12-31T23:59:59.000Z',
  url: 'store.example',
}

/** The queue as 1.0 shows it: in order, in turns when it is long, and there until it is reported. */
export function createQueueV1({ partSize, changed }: { partSize: number; changed: () => void }): QueueV1 {
  const known = new Map<string, Element>()
  let pending: Element[] = []
  /** The place in the queue of each element, and how far the last answer of a long queue went. */
  const places = new Map<string, number>()
  let turn = -1
  const reported: string[] = []
  const processedAt = new Map<string, string>()

  function offer(...elements: Element[]): void {
    for (const element of elements) {
      known.set(element.id, element)
      places.set(element.id, places.size)
    }
    pending.push(...elements)
    changed()
  }

  /** A part of a long queue, which goes round: what a client leaves waiting hides nothing from it. */
  function nextPart(): Element[] {
    if (pending.length <= partSize) return pending
    const placeOf = ({ id }: Element) => places.get(id) ?? 0
    const isAhead = (element: Element) => placeOf(element) > turn
    const part = [...pending.filter(isAhead), ...pending.filter((element) => !isAhead(element))].slice(0, partSize)
    turn = Math.max(-1, ...part.slice(-1).map(placeOf))
    return part
  }

  function report({ body }: StoreRequest): Answer {
    const id = fieldOf(body, 'commandQueueId')
    if (typeof id !== 'string' || id === '') return problem('invalid_request', 'commandQueueId must be a string')
    if (!known.has(id)) return problem('not_found', 'No such command of this server')
    reported.push(id)
    pending = pending.filter((element) => element.id !== id)
    if (!processedAt.has(id)) processedAt.set(id, new Date().toISOString())
    return ok({ id, status: 'PROCESSED', processedAt: processedAt.get(id) })
  }

  return {
    offer,
    offerAgain: offer,
    reported,
    hasReport: ({ id }) => processedAt.has(id),
    waiting: () => pending.map(({ id }) => id),
    isBackingOff: () => false,
    hasWork: () => pending.length > 0,
    answer(request) {
      if (request.operation === 'report') return report(request)
      if (request.operation === 'queue') return ok({ checkouts: nextPart().map(toWire) })
      const port = fieldOf(request.body, 'serverPort')
      return isPort(port) ? ok(STORE) : problem('invalid_request', 'serverPort must be a whole number from 1 to 65535')
    },
  }
}

function toWire({ id, checkoutId, player, deliveryType, products, single, extra }: Element): object {
  const filled = products.map((product) => ({ ...product, ...extra }))
  const content = single ? { product: filled[0] } : { products: filled }
  return { id, storeId: STORE.id, gameUserId: player, checkoutId, deliveryType, ...content, ...extra }
}
