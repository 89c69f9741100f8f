import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startMailServer } from '../../server/test/accounts/mail-server.ts'
import { startFakeStripe } from '../../server/test/providers/fake-stripe.ts'
import { freePort } from '../../e2e/kit/game/free-port.ts'
import { listen } from '../../e2e/kit/game/listen.ts'
import { GAMES_PATHS } from '../../e2e/kit/load/game-calls.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { startEnvironment } from '../../e2e/kit/start-environment.ts'
import { createOwner, createTestStore } from '../../e2e/kit/test-store.ts'

const POLL_MS = 50
/** `live` plays; the others have only been seen. */
const SERVERS = 8

export type World = Awaited<ReturnType<typeof openWorld>>

/** A store that sells and delivers, with a payment provider, a webhook receiver and a mail server that can be broken. */
export async function openWorld(defer: Defer) {
  const environment = await startEnvironment(defer)
  const databaseUrl = await environment.createDatabase()
  const stripe = await startFakeStripe()
  defer(stripe.close)
  let mailServer = await startMailServer()
  defer(() => mailServer.close())
  const receiver = { status: 204 }
  const { url: receiverUrl, close } = await listen((request, response) => {
    request.resume().on('end', () => response.writeHead(receiver.status).end())
  })
  defer(close)

  const [port, metricsPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const settings = {
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    PUBLIC_URL: 'https://manage.localhost',
    // A provider can be connected only if it could reach this address. The fake one calls the port.
    API_URL: 'https://api.vale.example',
    STRIPE_URL: stripe.url,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Vale <store@vale.example>',
    WEBHOOK_ALLOW: '127.0.0.0/8',
  }
  const serve = (more: Record<string, string> = {}) =>
    environment.startServer(databaseUrl, { processes: 2, settings: { ...settings, ...more } })
  let server = await serve()

  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  pool.on('error', () => undefined)
  defer(() => pool.end())
  const owner = await createOwner({ url, databaseUrl })
  const store = await createTestStore(owner, { servers: SERVERS })
  const { storeId } = store
  await owner.manage.connectPaymentProvider({ storeId, provider: 'stripe', credentials: stripe.credentials })
  stripe.setCallbackUrl?.(`${url}/api/payments/1.0/stripe/${storeId}`)
  await store.manage.createWebhook({ storeId, url: receiverUrl })
  const productId = await store.addProduct()
  const [live, ...seen] = store.servers
  if (!live) throw new Error('the store has no server')

  const calls = (key: string, path: string, body?: object) =>
    fetch(url + path, {
      headers: { authorization: key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
  /** Delivers what the store sells. Errors are what some faults want. */
  async function play(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const { checkouts } = (await (await calls(live?.key ?? '', GAMES_PATHS.poll)).json()) as {
          checkouts: { id: string }[]
        }
        for (const { id } of checkouts ?? []) await calls(live?.key ?? '', GAMES_PATHS.report, { commandQueueId: id })
      } catch {
        // The server is stopped.
      }
      await sleep(POLL_MS)
    }
  }
  const playing = new AbortController()
  const played = play(playing.signal)
  defer(async () => {
    playing.abort()
    await played
  })

  return {
    ...environment,
    url,
    metricsPort,
    owner,
    store,
    stripe,
    receiver,
    productId,
    seen,
    calls,
    query: async (sql: string, values: unknown[] = []) => (await pool.query<Record<string, string>>(sql, values)).rows,
    connect: () => pool.connect(),
    stopServer: async () => void (await server.stop()),
    startServer: async (more?: Record<string, string>) => void (server = await serve(more)),
    stopMail: () => mailServer.close(),
    startMail: async () => void (mailServer = await startMailServer({ port: mailServer.port })),
  }
}
