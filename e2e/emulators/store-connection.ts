import type { DeliveryType } from './emulated-game.ts'

type Request = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string; signal?: AbortSignal }

/** The part of `fetch` that clients need. Tests replace it to simulate a bad network. */
export type Transport = (url: string, request: Request) => Promise<{ status: number; text(): Promise<string> }>

export type Operation = keyof typeof PATHS

/** `status` is 0 if there was no response: the connection was refused or lost, or the request was aborted. */
type Response = { status: number; text: string }

/** The fields that clients read. Some may be missing. */
export type QueuedProduct = { name?: string; commands?: string[]; quantity?: number }
export type QueuedDelivery = {
  id: string
  gameUserId: string
  deliveryType: DeliveryType
  products?: QueuedProduct[]
  product?: QueuedProduct
}

const PATHS = {
  init: '/api/games/1.0/init',
  queue: '/api/games/1.0/commands/pending-commands',
  report: '/api/games/1.0/commands/mark-as-processed',
} as const

const PATHS_2 = {
  init: '/api/games/2.0/init',
  queue: '/api/games/2.0/poll',
  report: '/api/games/2.0/report',
} as const

type Connection = { baseUrl: string; transport?: Transport | undefined; version?: '1.0' | '2.0'; abortAfterMs?: number }

export function connectToStore({ baseUrl, transport = fetch, version = '1.0', abortAfterMs }: Connection) {
  const origin = baseUrl.replace(/\/+$/, '')
  const paths = version === '1.0' ? PATHS : PATHS_2

  return async function call(operation: Operation, request: Request): Promise<Response> {
    const controller = new AbortController()
    const { signal } = controller
    const timer = abortAfterMs === undefined ? undefined : setTimeout(() => controller.abort(), abortAfterMs)
    try {
      return await Promise.race([send(`${origin}${paths[operation]}`, { ...request, signal }), rejectOnAbort(signal)])
    } catch {
      return { status: 0, text: '' }
    } finally {
      clearTimeout(timer)
    }
  }

  async function send(url: string, request: Request): Promise<Response> {
    const response = await transport(url, request)
    return { status: response.status, text: await response.text() }
  }
}

/** For transports that ignore the signal. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
}

/** A POST request with a JSON body and a raw key. */
export function jsonPost(key: string, body: object): Request {
  const headers = { authorization: key, 'content-type': 'application/json' }
  return { method: 'POST', headers, body: JSON.stringify(body) }
}

/** Interface 1.0 defines no status codes, so any 2xx is a success. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

export function operationOf(url: string): Operation | undefined {
  const { pathname } = new URL(url)
  return (Object.keys(PATHS) as Operation[]).find(
    (operation) => pathname.endsWith(PATHS[operation]) || pathname.endsWith(PATHS_2[operation]),
  )
}
