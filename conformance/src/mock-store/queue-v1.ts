import type { Delivery } from './delivery.ts'
import { getField, isPort, PORT_ERROR } from './find-request-errors.ts'
import { type Queue, STORE } from './queue.ts'
import { type MockResponse, okResponse, problemResponse } from './response.ts'
import type { StoreRequest } from './store-request.ts'

export type QueueV1 = Queue & {
  /** Puts a reported delivery back into the queue, as a store would that was restored from an old backup. */
  enqueueAgain: (delivery: Delivery) => void
}

/** The queue of 1.0: deliveries stay in it, in order, until they are reported. */
export function createQueueV1({ maxCommands, onChange }: { maxCommands: number; onChange: () => void }): QueueV1 {
  const known = new Map<string, Delivery>()
  let pending: Delivery[] = []
  const positions = new Map<string, number>()
  /** Position of the last delivery in the last response of a long queue. */
  let lastPosition = -1
  const reported: string[] = []
  const processedAt = new Map<string, string>()

  function enqueue(...deliveries: Delivery[]): void {
    for (const delivery of deliveries) {
      known.set(delivery.id, delivery)
      positions.set(delivery.id, positions.size)
    }
    pending.push(...deliveries)
    onChange()
  }

  /** Responses of a long queue rotate through it, so deliveries that the client skips never hide the others. */
  function nextPage(): Delivery[] {
    if (pending.length <= maxCommands) return pending
    const positionOf = ({ id }: Delivery) => positions.get(id) ?? 0
    const isAhead = (delivery: Delivery) => positionOf(delivery) > lastPosition
    const rotated = [...pending.filter(isAhead), ...pending.filter((delivery) => !isAhead(delivery))]
    const page = rotated.slice(0, maxCommands)
    lastPosition = Math.max(-1, ...page.slice(-1).map(positionOf))
    return page
  }

  function report({ body }: StoreRequest): MockResponse {
    const id = getField(body, 'commandQueueId')
    if (typeof id !== 'string' || id === '') {
      return problemResponse('invalid_request', 'commandQueueId must be a non-empty string')
    }
    if (!known.has(id)) return problemResponse('not_found', 'This server has no such command')
    reported.push(id)
    pending = pending.filter((delivery) => delivery.id !== id)
    if (!processedAt.has(id)) processedAt.set(id, new Date().toISOString())
    return okResponse({ id, status: 'PROCESSED', processedAt: processedAt.get(id) })
  }

  return {
    enqueue,
    enqueueAgain: enqueue,
    reported,
    hasReport: ({ id }) => processedAt.has(id),
    isBackingOff: () => false,
    hasDeliveries: () => pending.length > 0,
    respond(request) {
      if (request.operation === 'report') return report(request)
      if (request.operation === 'poll') return okResponse({ checkouts: nextPage().map(toWire) })
      const isValid = isPort(getField(request.body, 'serverPort'))
      return isValid ? okResponse(STORE) : problemResponse('invalid_request', PORT_ERROR)
    },
  }
}

function toWire({ id, checkoutId, player, deliveryType, products, hasSingleProduct, extraFields }: Delivery): object {
  const extended = products.map((product) => ({ ...product, ...extraFields }))
  const content = hasSingleProduct ? { product: extended[0] } : { products: extended }
  return { id, storeId: STORE.id, gameUserId: player, checkoutId, deliveryType, ...content, ...extraFields }
}
