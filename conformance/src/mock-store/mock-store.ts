import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerConsole } from '../consoles/http-console.ts'
import { type Answer, ok, problem } from './response.ts'
import { faultsOf } from './find-request-errors.ts'
import { operationAt, type StoreRequest, waitOf } from './store-request.ts'
import type { World } from '../harness/scenario-state.ts'

export type MockStore = { url: string; play: (world: World) => void; close: () => Promise<void> }

/** The store and the console of the game at one address. Which world it shows changes with the scenario. */
export async function startMockStore({ port }: { port: number }): Promise<MockStore> {
  let world: World | undefined
  const server = createServer((request, response): void => {
    if (!world) return void response.writeHead(503).end()
    void serve(world, request, response).catch(() => response.destroy())
  })
  server.keepAliveTimeout = 60_000
  await once(server.listen(port, '127.0.0.1'), 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    play: (next) => void (world = next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function serve(world: World, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await readBody(message)
  const { pathname, searchParams } = new URL(message.url ?? '/', 'http://kit')
  if (pathname === '/players') return send(response, ok(world.online()))
  if (pathname === '/console') {
    if (world.isCutOff) return void response.destroy()
    return answerConsole(world, { text, query: searchParams.get('command'), headers: message.headers }, response)
  }
  const found = operationAt(pathname)
  if (world.isCutOff && found?.operation !== 'init') return void response.destroy()
  if (!found) {
    world.lost(`${message.method ?? ''} ${pathname}`)
    return send(response, problem('not_found', 'No such address'))
  }
  const { method = '', headers } = message
  const plain = { ...found, method, headers, body: parse(text), nth: 0, at: Date.now() }
  await answerRequest(world, world.receive({ ...plain, faults: faultsOf(plain) }), response)
}

async function answerRequest(world: World, request: StoreRequest, response: ServerResponse): Promise<void> {
  const meddling = world.meddle(request)
  if (meddling?.kind === 'die') {
    response.destroy()
    return world.killClient()
  }
  if (meddling?.kind === 'cut' && meddling.when === 'before') return void response.destroy()
  if (meddling?.kind === 'answer') return send(response, meddling.answer)

  if (!world.knowsKey(request))
    return send(response, problem('unauthorized', 'This server key is unknown or was revoked'))
  const waited = request.operation === 'queue' ? await waitForWork(world, request, response) : {}
  // A poll that its client gave up is not handed anything: it would count as seen.
  if (response.destroyed) return
  if (meddling?.kind === 'late') await pause(meddling.ms)
  const answer = world.answer(request)
  if (meddling?.kind === 'cut') return cut(response, answer, meddling.when === 'half')
  send(response, { ...answer, headers: { ...answer.headers, ...waited } })
  world.answered(request)
}

async function waitForWork(
  world: World,
  request: StoreRequest,
  response: ServerResponse,
): Promise<Record<string, string>> {
  const seconds = waitOf(request)
  if (seconds === 0) return {}
  const gone = once(response, 'close').then(() => undefined)
  await Promise.race([world.work(request), gone])
  return { 'preference-applied': `wait=${seconds}` }
}

/** The length of the whole is promised, and half of it comes. */
function cut(response: ServerResponse, answer: Answer, half: boolean): void {
  if (!half) return void response.destroy()
  const body = Buffer.from(answer.body)
  response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length })
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.destroy())
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
}

function parse(text: string): unknown {
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
