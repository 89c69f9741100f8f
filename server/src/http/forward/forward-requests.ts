import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Cell } from '../../cells/cells-file.ts'
import { isStoreStopped } from '../../db/retry-while-unavailable.ts'
import type { MovedStore, MovedStores } from '../../portable/move/moved-stores.ts'
import { originOf } from '../../stores/hosts/store-origin.ts'
import { DATABASE_TIMEOUT_MS } from '../games/database-timeout.ts'
import type { Identify, RequestIdentity } from '../origins/request-identity.ts'
import { HOPS, MOVED, refuse, sendTo } from './send-to-cell.ts'

/** How often a request may be forwarded. Two cells that both believe that the other one has a store stop here. */
const MAX_HOPS = 4
/** Each has a body of some kilobytes at most. */
const MAX_HELD = 10_000

export type Forwarding = {
  moved: MovedStores
  cells: Cell[]
  /** The name of this cell. */
  self: string
  publicUrl: string
}

export type Forwarder = {
  /** Sends requests for stores that have left to their cell, and leaves all others to `next`. Bodies are streamed both ways. */
  before: (next: RequestListener) => RequestListener
  /** Takes over a request that failed because its store is stopped for a move, and repeats it where the store serves afterwards. */
  hold: (error: unknown, request: FastifyRequest, reply: FastifyReply) => boolean
}

export function createForwarder({ moved, cells, self, publicUrl }: Forwarding, identify: Identify): Forwarder {
  let held = 0

  function find(request: IncomingMessage): MovedStore | undefined {
    if (moved.isEmpty()) return undefined
    const { hostName: host, path } = identify(request)
    return moved.find({ authorization: request.headers.authorization, host, path })
  }

  function forward(
    request: IncomingMessage,
    response: ServerResponse,
    { store, body }: { store: MovedStore | undefined; body?: Buffer },
  ): void {
    const name = store?.cell ?? self
    const cell = cells.find((one) => one.name === name)
    const hops = Number(request.headers[HOPS] ?? 0) + 1
    if (!cell) return refuse(response, request, `This store is in the cell ${name}, which is not listed here.`)
    if (!(hops <= MAX_HOPS)) return refuse(response, request, 'The cells do not agree on where this store is.')
    if (store?.label !== undefined) return redirect(response, originAt(cell, store.label), identify(request))
    const added = { [HOPS]: String(hops), ...(store?.proof !== undefined && { [MOVED]: store.proof }) }
    sendTo(cell, { request, identity: identify(request), response, host: hostAt(cell, request), body, headers: added })
  }

  /** The other cell serves its APIs and its management on hosts of its own. Domains of stores stay the same. */
  function hostAt({ api, management }: Cell, request: IncomingMessage): string {
    const { hostName, origin, path } = identify(request)
    if (path.startsWith('/api/manage')) return management
    if (path.startsWith('/api/games') || path.startsWith('/api/payments')) return api
    // A store without a host of its own has the pages of its orders there too.
    return cells.some((cell) => cell.api === hostName) ? api : origin.slice(origin.indexOf('//') + 2)
  }

  /** Pages of a label belong to the domain of the cell, so browsers have to know the new one. */
  function originAt({ storefronts, api }: Cell, label: string): string {
    const host = storefronts === undefined ? api : `${label}.${storefronts}`
    return originOf({ host, kind: 'domain' }, { publicUrl })
  }

  function decide(next: RequestListener, request: IncomingMessage, response: ServerResponse): void {
    const store = find(request)
    if (store) forward(request, response, { store })
    else next(request, response)
  }

  async function repeatLater(request: IncomingMessage, response: ServerResponse, body?: Buffer): Promise<void> {
    held++
    try {
      const isSettled = await moved.settled(DATABASE_TIMEOUT_MS)
      const store = find(request)
      if (store || isSettled) forward(request, response, { store, ...(body && { body }) })
      else refuse(response, request, 'This store is being moved to another cell.')
    } catch {
      refuse(response, request, 'The database does not answer.')
    } finally {
      held--
    }
  }

  return {
    before: (next) => (request, response) => {
      const proof = request.headers[MOVED]
      if (typeof proof !== 'string') return decide(next, request, response)
      const goOn = () => decide(next, request, response)
      moved.open(proof).then(goOn, goOn)
    },
    hold(error, request, reply) {
      if (!isStoreStopped(error) || held >= MAX_HELD || !mayRepeat(request)) return false
      reply.hijack()
      void repeatLater(request.raw, reply.raw, bodyOf(request))
      return true
    },
  }
}

/** A request that was refused in its second transaction must not do again what it did in its first. */
function mayRepeat({ method, identity: { path }, headers, body }: FastifyRequest): boolean {
  if (method === 'GET') return true
  const isComplete = body !== undefined || headers['content-length'] === undefined || headers['content-length'] === '0'
  const isSafe = path.startsWith('/api/games') || path.startsWith('/api/payments') || 'idempotency-key' in headers
  return isSafe && isComplete
}

function redirect(response: ServerResponse, origin: string, { path, query }: RequestIdentity): void {
  response.writeHead(308, { location: origin + path + query, 'cache-control': 'no-store' }).end()
}

function bodyOf({ body }: FastifyRequest): Buffer | undefined {
  if (Buffer.isBuffer(body) || body === undefined || body === null) return body ?? undefined
  return Buffer.from(JSON.stringify(body))
}
