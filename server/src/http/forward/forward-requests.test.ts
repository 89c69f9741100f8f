import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import type { Cell } from '../../cells/cells-file.ts'
import { storeStopped } from '../../db/retry-while-unavailable.ts'
import { AppError } from '../../errors.ts'
import type { MovedStore, MovedStores } from '../../portable/move/moved-stores.ts'
import { createIdentify, identifyRequests } from '../origins/request-identity.ts'
import { createForwarder } from './forward-requests.ts'

const identify = createIdentify({ publicUrl: 'https://c1.example:8443' })

const PROOF = 'ab'.repeat(32)
const closing: (() => void)[] = []
afterAll(() => closing.forEach((close) => close()))

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  closing.push(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Answers with what it received. */
const echo: RequestListener = (request, response) => {
  const { method, url, headers } = request
  response.writeHead(201, { 'x-cell': 'c2', connection: 'close' })
  void text(request).then((body) => response.end(JSON.stringify({ method, url, headers, body })))
}

const cellAt = (name: string, url: string): Cell => ({
  name,
  url,
  nodes: [],
  checks: 9091,
  management: `${name}.manage.example`,
  api: `api.${name}.example`,
  storefronts: `${name}.example`,
})

/** A store is found by its host. */
function movedStores(stores: Record<string, MovedStore>, isSettled = true): MovedStores & { opened: string[] } {
  const opened: string[] = []
  return {
    opened,
    isEmpty: () => false,
    find: ({ host, authorization }) => stores[authorization ?? host],
    refresh: async () => undefined,
    refreshMs: 1_000,
    settled: async () => isSettled,
    open: async (token) => void opened.push(token),
  }
}

type Echo = { method: string; url: string; headers: Record<string, string>; body: string }

test('a request for a store that has left reaches its cell with its body, and with proof', async () => {
  const cells = [cellAt('c2', await listen(echo))]
  const moved = movedStores({ 'Bearer old': { cell: 'c2', proof: PROOF } })
  const { before } = createForwarder({ moved, cells, self: 'c1', publicUrl: 'https://c1.example' }, identify)
  const url = await listen(before((_request, response) => response.end('here')))
  const headers = { authorization: 'Bearer old', te: 'trailers', 'x-quartermaster-moved': 'forged' }
  const response = await fetch(`${url}/api/games/1.0/init?a=1`, { method: 'POST', headers, body: '{"b":2}' })
  expect(response.status).toBe(201)
  expect(response.headers.get('x-cell')).toBe('c2')
  const seen = (await response.json()) as Echo
  expect(seen).toMatchObject({ method: 'POST', url: '/api/games/1.0/init?a=1', body: '{"b":2}' })
  expect(seen.headers).toMatchObject({
    host: 'api.c2.example',
    'x-quartermaster-moved': PROOF,
    'x-quartermaster-hops': '1',
  })
  expect(seen.headers['x-forwarded-for']).toContain('127.0.0.1')
  expect(seen.headers).not.toHaveProperty('te')
  expect(moved.opened).toEqual(['forged'])
  expect(await (await fetch(url, { headers: { authorization: 'Bearer new' } })).text()).toBe('here')
})

test('the other cell is told what this one found out about the client, and nothing that the client claims', async () => {
  const cells = [cellAt('c2', await listen(echo))]
  const moved = movedStores({ 'shop.example': { cell: 'c2', proof: PROOF } })
  const { before } = createForwarder({ moved, cells, self: 'c1', publicUrl: 'https://c1.example' }, identify)
  const url = await listen(before((_request, response) => response.end('here')))
  const claimed = ['Proto: https', 'For: 10.0.0.1', 'Host: evil.example', 'Port: 1', 'Prefix: /evil']
  const lines = [...claimed.map((line) => `X-Forwarded-${line}`), 'Forwarded: for=10.0.0.1;proto=https']
  const answer = await raw(
    url,
    `GET / HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n${lines.join('\r\n')}\r\n\r\n`,
  )
  const { headers } = JSON.parse(/\{.*\}/s.exec(answer)?.[0] ?? '') as Echo
  const forwarded = Object.entries(headers).filter(([name]) => name.includes('forwarded'))
  expect(Object.fromEntries(forwarded)).toEqual({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' })
})

test('a store that arrives is asked for in the cell that it leaves, without proof', async () => {
  const cells = [cellAt('c2', await listen(echo))]
  const moved = movedStores({ 'Bearer old': { cell: 'c2' } })
  const { before } = createForwarder({ moved, cells, self: 'c1', publicUrl: 'https://c1.example' }, identify)
  const url = await listen(before((_request, response) => response.end('here')))
  const seen = (await (await fetch(url, { headers: { authorization: 'Bearer old' } })).json()) as Echo
  expect(seen.headers).not.toHaveProperty('x-quartermaster-moved')
})

test('the label of a store that has left leads to its label in the other cell', async () => {
  const moved = movedStores({ 'vale.c1.example': { cell: 'c2', proof: PROOF, label: 'vale' } })
  const cells = [cellAt('c2', 'http://127.0.0.1:9')]
  const { before } = createForwarder(
    { moved, cells, self: 'c1', publicUrl: 'https://c1.manage.example:8443' },
    identify,
  )
  const url = await listen(before((_request, response) => response.end('here')))
  const answer = await raw(url, 'GET /products?q=1 HTTP/1.1\r\nHost: vale.c1.example\r\nConnection: close\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 308 /)
  expect(answer.toLowerCase()).toContain('location: https://vale.c2.example:8443/products?q=1\r\n')
})

test('the page of an order at the API host of a cell is served by the API host of the other one, and that of a domain by the domain', async () => {
  const cells = [cellAt('c1', 'http://127.0.0.1:9'), cellAt('c2', await listen(echo))]
  const left: MovedStore = { cell: 'c2', proof: PROOF }
  const moved = movedStores({ 'api.c1.example': left, 'shop.example': left })
  const { before } = createForwarder({ moved, cells, self: 'c1', publicUrl: 'https://c1.example' }, identify)
  const url = await listen(before((_request, response) => response.end('here')))
  const hostOf = async (host: string) => {
    const answer = await raw(url, `GET /pay/sto_1/chk_1 HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    return /"host":"([^"]+)"/.exec(answer)?.[1]
  }
  expect(await hostOf('api.c1.example')).toBe('api.c2.example')
  expect(await hostOf('shop.example:8443')).toBe('shop.example:8443')
})

test('cells that disagree, an unknown cell and a cell that is down get 503 with Retry-After', async () => {
  const stores = { loop: { cell: 'c1' }, unknown: { cell: 'c9' }, down: { cell: 'c2' } }
  const cells: Cell[] = [cellAt('c2', 'http://127.0.0.1:9')]
  const { before } = createForwarder(
    { moved: movedStores(stores), cells, self: 'c1', publicUrl: 'http://c1.example' },
    identify,
  )
  const url = await listen(before((_request, response) => response.end('here')))
  cells.push(cellAt('c1', url))
  for (const authorization of Object.keys(stores)) {
    const response = await fetch(url, { headers: { authorization } })
    expect(response.status, authorization).toBe(503)
    expect(response.headers.get('retry-after'), authorization).toBe('5')
    expect(await response.json(), authorization).toMatchObject({ code: 'unavailable' })
  }
})

test('a client that leaves early stops nothing: its report arrives, and others are served', async () => {
  const arrived: string[] = []
  const slow: RequestListener = (request, response) =>
    void text(request)
      .then((body) => arrived.push(body))
      .then(() => setTimeout(() => response.end('late'), 100))
  const cells = [cellAt('c2', await listen(slow))]
  const moved = movedStores({ old: { cell: 'c2', proof: PROOF } })
  const { before, hold } = createForwarder({ moved, cells, self: 'c1', publicUrl: 'https://c1.example' }, identify)
  const app = Fastify()
  identifyRequests(app, identify)
  app.setErrorHandler((error, request, reply) => void hold(error, request, reply))
  app.post('/api/games/report', async () => {
    throw storeStopped()
  })
  const stopped = await app.listen({ port: 0, host: '127.0.0.1' })
  closing.push(() => void app.close())
  const left = await listen(before((_request, response) => response.end('here')))
  for (const url of [stopped, left]) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const headers = 'Host: a\r\nAuthorization: old\r\nContent-Type: application/json\r\nContent-Length: 8'
    socket.write(`POST /api/games/report HTTP/1.1\r\n${headers}\r\n\r\n{"id":7}`)
    await expect.poll(() => arrived.splice(0)).toEqual(['{"id":7}'])
    socket.destroy()
    // The answer to the one that left comes before this one.
    const other = { method: 'POST', headers: { authorization: 'old', 'content-type': 'application/json' }, body: '{}' }
    expect(await (await fetch(`${url}/api/games/report`, other)).text()).toBe('late')
    arrived.splice(0)
  }
})

test('a request that is stopped by a move is repeated where the store serves afterwards, if it is safe to repeat', async () => {
  const stores: Record<string, MovedStore> = {}
  const cells = [cellAt('c2', await listen(echo))]
  const forwarding = { moved: movedStores(stores), cells, self: 'c1', publicUrl: 'http://c1.example' }
  const { hold } = createForwarder(forwarding, identify)
  const app = Fastify()
  identifyRequests(app, identify)
  app.setErrorHandler((error, request, reply) => {
    stores['Bearer old'] = { cell: 'c2', proof: PROOF }
    if (!hold(error, request, reply)) void reply.code(503).send('refused')
  })
  for (const url of ['/api/games/report', '/api/manage/products'])
    app.post(url, async () => {
      throw storeStopped()
    })
  app.get('/other', async () => {
    throw new AppError('unavailable', 'Something else is wrong')
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  closing.push(() => void app.close())
  const send = (path: string, more: Record<string, string> = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { authorization: 'Bearer old', 'content-type': 'application/json', ...more },
      body: '{ "id": 7 }',
    })
  expect(await (await send('/api/games/report')).json()).toMatchObject({ url: '/api/games/report', body: '{"id":7}' })
  expect(await (await send('/api/manage/products')).text()).toBe('refused')
  expect((await send('/api/manage/products', { 'idempotency-key': 'once' })).status).toBe(201)
  expect(await (await fetch(`${url}/other`)).text()).toBe('refused')
})

async function raw(url: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(request)
  return text(socket)
}
