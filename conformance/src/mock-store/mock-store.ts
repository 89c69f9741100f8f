import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { handleConsoleRequest } from '../consoles/http-console.ts'
import type { ScenarioState } from '../harness/scenario-state.ts'
import { findRequestErrors } from './find-request-errors.ts'
import { type MockResponse, okResponse, problemResponse } from './response.ts'
import { findOperation, getWaitSeconds, type StoreRequest } from './store-request.ts'

export type MockStore = { url: string; setState: (state: ScenarioState) => void; close: () => Promise<void> }

/** Serves the store and the console of the game at one address. Each scenario sets its own state. */
export async function startMockStore({ port }: { port: number }): Promise<MockStore> {
  let state: ScenarioState | undefined
  const server = createServer((request, response): void => {
    if (!state) return void response.writeHead(503).end()
    void serve(state, request, response).catch(() => response.destroy())
  })
  server.keepAliveTimeout = 60_000
  await once(server.listen(port, '127.0.0.1'), 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setState: (next) => void (state = next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function serve(state: ScenarioState, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await readBody(message)
  const { pathname, searchParams } = new URL(message.url ?? '/', 'http://kit')
  if (pathname === '/players') return send(response, okResponse(state.online()))
  if (pathname === '/console') {
    if (state.isClientDown) return void response.destroy()
    const request = { text, query: searchParams.get('command'), headers: message.headers }
    return handleConsoleRequest(state, request, response)
  }
  const found = findOperation(pathname)
  if (state.isClientDown && found?.operation !== 'init') return void response.destroy()
  if (!found) {
    state.recordUnknownRequest(`${message.method ?? ''} ${pathname}`)
    return send(response, problemResponse('not_found', 'There is no such address'))
  }
  const { method = '', headers } = message
  const request = { ...found, method, headers, body: parseJson(text), index: 0, receivedAt: Date.now() }
  await handleRequest(state, state.receive({ ...request, errors: findRequestErrors(request) }), response)
}

async function handleRequest(state: ScenarioState, request: StoreRequest, response: ServerResponse): Promise<void> {
  const fault = state.injectFault(request)
  if (fault?.kind === 'kill') {
    response.destroy()
    return state.killClient()
  }
  if (fault?.kind === 'disconnect' && fault.when === 'before') return void response.destroy()
  if (fault?.kind === 'respond') return send(response, fault.response)

  if (!state.isAuthorized(request)) {
    return send(response, problemResponse('unauthorized', 'This server key is unknown or was revoked'))
  }
  const waitHeaders = request.operation === 'poll' ? await waitForDeliveries(state, request, response) : {}
  // An aborted poll returns nothing. Otherwise its deliveries would count as dispatched.
  if (response.destroyed) return
  if (fault?.kind === 'delay') await delay(fault.ms)
  if (fault?.kind === 'abort') {
    await delay(fault.ms)
    response.destroy()
    await fault.handledAfter()
  }
  const result = state.respond(request)
  if (response.destroyed) return state.notifyChange()
  if (fault?.kind === 'hold') await fault.until
  if (fault?.kind === 'disconnect') return disconnect(response, result, fault.when === 'midway')
  send(response, { ...result, headers: { ...result.headers, ...waitHeaders } })
  state.recordResponse(request)
}

async function waitForDeliveries(
  state: ScenarioState,
  request: StoreRequest,
  response: ServerResponse,
): Promise<Record<string, string>> {
  const seconds = getWaitSeconds(request)
  if (seconds === 0) return {}
  const closed = once(response, 'close').then(() => undefined)
  await Promise.race([state.waitForDeliveries(request), closed])
  return { 'preference-applied': `wait=${seconds}` }
}

/** Closes the connection, after half of the body if `isMidway`. */
function disconnect(response: ServerResponse, result: MockResponse, isMidway: boolean): void {
  if (!isMidway) return void response.destroy()
  const body = Buffer.from(result.body)
  response.writeHead(result.status, { ...result.headers, 'content-length': body.length })
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.destroy())
}

function send(response: ServerResponse, { status, headers, body }: MockResponse): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
