import { once } from 'node:events'
import { type IncomingMessage, request as openRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerPool } from '../../kit/kills/server-pool.ts'

const API = '/api/storefront/1.0'
const PAUSE_MS = 100
const TIMEOUT_MS = 30_000

export type Refusal = { status: number; code: string }
export type StorefrontClient = ReturnType<typeof createStorefrontClient>

type Call = { method: string; path: string; token?: string; json?: object; form?: string }
type Answer = { status: number; body: string }

/**
 * The browser of one buyer. It sends a request again until it is answered, because every request of the storefront can be
 * repeated. Each buyer has an address of their own, because the server limits the payments of an address.
 */
export function createStorefrontClient(
  { pool, host, no }: { pool: ServerPool; host: string; no: number },
  repeated: string[],
) {
  // Neighbours are in different networks, because the server limits the payments of a network, too.
  const localAddress = `127.30.${no % 250}.${1 + (Math.floor(no / 250) % 250)}`

  async function sendOnce({ method, path, token, json, form }: Call): Promise<Answer> {
    const { server, url } = await pool.pick()
    const body = form ?? (json && JSON.stringify(json))
    const outgoing = openRequest(`${url}${path}`, {
      method,
      localAddress,
      agent: false,
      timeout: TIMEOUT_MS,
      headers: {
        host,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(json && { 'content-type': 'application/json' }),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')))
    outgoing.end(body)
    pool.report('sent', server)
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
    const answer = { status: response.statusCode ?? 0, body: await text(response) }
    pool.report('answered', server)
    return answer
  }

  async function send(call: Call): Promise<Answer> {
    for (;;) {
      try {
        const answer = await sendOnce(call)
        if (answer.status < 500 && answer.status !== 429 && answer.status !== 421) return answer
        repeated.push(String(answer.status))
      } catch (error) {
        repeated.push(error instanceof Error && 'code' in error ? String(error.code) : 'unreadable')
      }
      await sleep(PAUSE_MS * (1 + Math.random()))
    }
  }

  return {
    send,
    /** Returns the answer, or why the store refused. */
    async call<T>(call: Call): Promise<{ value: T } | { refusal: Refusal }> {
      const { status, body } = await send({ ...call, path: API + call.path })
      const value = JSON.parse(body) as T & { code: string }
      return status < 300 ? { value } : { refusal: { status, code: value.code } }
    },
  }
}
