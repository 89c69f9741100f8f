import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, inject, onTestFinished } from 'vitest'
import { type AddressRanges, addressRanges } from '../../src/address-ranges.ts'
import { inStore } from '../../src/db/database.ts'
import { addEndpoint } from '../../src/webhooks/endpoints/add-endpoint.ts'
import type { EndpointKey } from '../../src/webhooks/endpoints/endpoint.ts'
import { recordEvent } from '../../src/events/record-event.ts'
import { type ResolveHost, resolveHost } from '../../src/webhooks/sending/resolve-host.ts'
import { type EventId, formatId, type StoreId } from '../../src/ids.ts'
import { createSealer, type Sealer } from '../../src/seal.ts'
import { deliverWebhooks } from '../../src/workers/deliver-webhooks.ts'
import { rememberKey, startStore } from '../start-store.ts'
import type { TestStore } from '../store-records.ts'

export const LOOPBACK = addressRanges(['127.0.0.0/8'])

export type Received = { id: string; headers: IncomingHttpHeaders; body: string; at: number }

export type Receiver = { url: string; received: Received[]; close: () => Promise<void> }

type Handler = (response: ServerResponse, received: Received) => void

/** Starts a small real receiver. By default it responds to every request with 204. */
export async function startReceiver(
  handle: Handler = (response) => response.writeHead(204).end(),
  host = '127.0.0.1',
): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const entry = { id: String(request.headers['webhook-id']), headers: request.headers, body, at: Date.now() }
      received.push(entry)
      handle(response, entry)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const close = () => closeServer(server)
  onTestFinished(close)
  return { url: `http://${host}:${(server.address() as AddressInfo).port}/hooks?store=1`, received, close }
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

/** Starts a server on a database with webhook endpoints. Nothing is sent until `startWorker` is called. */
export async function startWebhookStore() {
  const store = await startStore()
  const sealingKey = { id: 'k1', key: randomBytes(32) }
  const sealer = createSealer([sealingKey])
  return { ...store, sealingKey, sealer, ...endpointActions(store, sealer) }
}

function endpointActions(store: TestStore, sealer: Sealer) {
  const { app, reader } = store.database
  return {
    async addEndpoint(storeId: StoreId, url: string, eventTypes: string[] = [], allowed: AddressRanges = LOOPBACK) {
      const { id, secret } = await addEndpoint(app, { storeId, url, eventTypes, sealer, allowed })
      rememberKey(secret)
      return { key: { storeId, endpointId: id }, secret }
    },
    /** Records an event with arbitrary data in a separate transaction. */
    recordEvent: (storeId: StoreId, type: 'checkout.paid' | 'checkout.refunded' = 'checkout.paid', data: object = {}) =>
      inStore(app, storeId, (tx) => recordEvent(tx, { storeId, type, data: { ...data } })),
    /** Starts a worker that sends the events, and stops it at the end of the test. */
    startWorker({
      timeoutMs = 2_000,
      resolve = resolveHost,
      allowed = LOOPBACK,
      workerSealer = sealer,
    }: { timeoutMs?: number; resolve?: ResolveHost; allowed?: AddressRanges; workerSealer?: Sealer } = {}) {
      const logLines: string[] = []
      const worker = deliverWebhooks({
        app,
        reader,
        databaseUrl: store.databaseUrl,
        sealer: workerSealer,
        sending: { allowed, resolve, timeoutMs },
        log(_level, message) {
          logLines.push(message)
          appendFileSync(join(inject('runDir'), 'logs', `webhooks-${process.pid}.log`), `${message}\n`)
        },
      })
      let stopped: Promise<void> | undefined
      const stop = () => (stopped ??= worker.stop())
      onTestFinished(stop)
      return { stop, logLines }
    },
    readEndpoint: async ({ endpointId }: EndpointKey) =>
      (
        await store.query<{ failing: boolean; disabled_reason: string | null; paused: boolean }>(
          `select failing_since is not null as failing, disabled_reason, coalesce(paused_until > now(), false) as paused
           from webhook_endpoints where id = $1`,
          [endpointId],
        )
      )[0],
    /** The events that an endpoint has not received, oldest first. `next` is in seconds from now, or null if given up. */
    backlog: ({ endpointId }: EndpointKey) =>
      store.query<{ event: EventId; attempts: number; next: number | null }>(
        `select event_id as event, attempts, extract(epoch from next_at - now())::float as next
         from webhook_deliveries where endpoint_id = $1 order by position`,
        [endpointId],
      ),
    /**
     * Simulates that time passes for one endpoint. Two statements, because a running worker locks the same rows in a
     * different order.
     */
    advanceTime: async ({ endpointId }: EndpointKey, seconds: number) => {
      await store.query(
        `update webhook_endpoints set failing_since = failing_since - make_interval(secs => $2),
           paused_until = paused_until - make_interval(secs => $2),
           old_secret_expires_at = old_secret_expires_at - make_interval(secs => $2) where id = $1`,
        [endpointId, seconds],
      )
      await store.query(
        'update webhook_deliveries set next_at = next_at - make_interval(secs => $2) where endpoint_id = $1',
        [endpointId, seconds],
      )
    },
  }
}

/** Resolves when the receiver has received exactly these events, in any order and each at least once. */
export async function expectReceived(receiver: Receiver, events: EventId[], timeout = 15_000): Promise<void> {
  const expected = events.map((id) => formatId('evt', id)).sort()
  await expect
    .poll(() => [...new Set(receiver.received.map(({ id }) => id))].sort(), { interval: 10, timeout })
    .toEqual(expected)
}

/** Verifies a signature with the reference library of the Standard Webhooks specification. */
export function hasValidSignature({ body, headers }: Received, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}
