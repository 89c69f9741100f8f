import type { ChildProcess } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runCommand, startCommand } from './run-command.ts'
import { type Element, INIT, QUEUE, REPORT, startStore, type TestServer } from './start-store.ts'
import { holdRows, only, untilWaiting } from './store-records.ts'

const store = await startStore()
type Running = { child: ChildProcess; base: string; operations: string; ended: Promise<number | null> }
const started: ChildProcess[] = []
let server: TestServer

beforeAll(async () => {
  server = await store.createServer(await store.createStore())
})
afterAll(() => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL')
})

/** Starts `serve` on free ports. Its log goes to the folder that the global teardown searches for keys. */
async function serve(...args: string[]): Promise<Running & { announced: string }> {
  const child = startCommand(['serve', ...args], {
    DATABASE_URL: store.databaseUrl,
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'trace',
  })
  started.push(child)
  child.stderr?.on('data', (chunk: Buffer) =>
    appendFileSync(join(inject('runDir'), 'logs', `serve-${child.pid}.log`), chunk),
  )
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  if (!child.stdout) throw new Error('The process has no standard output')
  const lines = createInterface(child.stdout)
  const announced = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve)
    void ended.then((code) => reject(new Error(`serve exited with code ${code}`)))
  })
  const [, port, metricsPort] = /:(\d+)\D.*\D(\d{2,5})\D*$/.exec(announced) ?? []
  return { child, announced, ended, base: `http://127.0.0.1:${port}`, operations: `http://127.0.0.1:${metricsPort}` }
}

const call = (base: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  fetch(base + path, {
    headers: { authorization: server.key, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })

test('serve prints its ports, serves game servers on one, and serves health and metrics only on the other', async () => {
  const { announced, base, operations, child, ended } = await serve('--json')
  expect(JSON.parse(announced)).toEqual({
    host: '127.0.0.1',
    port: expect.any(Number) as number,
    metricsPort: expect.any(Number) as number,
  })
  const product = await store.createProduct(server.storeId)
  await store.sell(server.storeId, '42', [product])
  expect((await call(base, INIT, { serverPort: 30_120 })).status).toBe(200)
  const { checkouts } = (await (await call(base, QUEUE)).json()) as { checkouts: { id: string }[] }
  expect((await call(base, REPORT, { commandQueueId: only(checkouts).id })).status).toBe(200)

  for (const path of ['/healthz', '/readyz', '/metrics']) {
    expect((await fetch(operations + path)).status, path).toBe(200)
    expect((await fetch(base + path)).status, path).toBe(404)
  }
  expect((await call(operations, INIT, { serverPort: 1 })).status).toBe(404)
  const metrics = await (await fetch(`${operations}/metrics`)).text()
  expect(metrics).toMatch(
    /quartermaster_http_request_seconds_count\{method="GET",route="[^"]*pending-commands",status="200"\} 1/,
  )
  expect(metrics).not.toContain(server.key.slice(6))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('on SIGTERM serve reports that it is not ready, finishes the open request and exits with code 0', async () => {
  const { base, operations, child, ended, announced } = await serve()
  expect(announced).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+, .*health and metrics on port \d+\.$/)
  const { deliveryIds } = await store.sell(server.storeId, '43', [await store.createProduct(server.storeId)])
  const lock = await holdRows(store, 'select from pending_deliveries where id = $1 for update', [only(deliveryIds)])
  const poll = call(base, QUEUE)
  await untilWaiting(store, 1)
  child.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${operations}/readyz`)).status, { interval: 5 }).toBe(503)
  await lock.release()
  const response = await poll
  expect(response.status).toBe(200)
  expect(((await response.json()) as { checkouts: object[] }).checkouts).toHaveLength(1)
  expect(await ended).toBe(0)
})

/** Closes the connection after the response, so that the next call opens a new one. */
const callOnce = (base: string, path: string, body?: object) => call(base, path, body, { connection: 'close' })

/** Sells to a new game server, which becomes the caller, and polls once. Nothing is reported. */
async function pollNewSale(base: string): Promise<Element> {
  server = await store.createServer(await store.createStore())
  await store.sell(server.storeId, '44', [await store.createProduct(server.storeId)])
  const { checkouts } = (await (await callOnce(base, QUEUE)).json()) as { checkouts: Element[] }
  return only(checkouts)
}

async function accepts(base: string): Promise<boolean> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}

test.for([1, 2])(
  'after SIGTERM %i process(es) answer polls empty, store a report on a new connection, and then stop listening',
  async (processes) => {
    const { base, child, ended } = await serve('--processes', String(processes))
    const { id } = await pollNewSale(base)
    child.kill('SIGTERM')
    const poll = async () => (await callOnce(base, QUEUE)).text()
    await expect.poll(poll, { interval: 20 }).toBe('{"checkouts":[]}')
    const [report, init, poll2] = await Promise.all([
      callOnce(base, REPORT, { commandQueueId: id }),
      callOnce(base, INIT, { serverPort: 30_120 }),
      callOnce(base, '/api/games/2.0/poll', { online: ['44'] }),
    ])
    expect([report.status, init.status]).toEqual([200, 200])
    expect(await poll2.json()).toEqual({ commands: [], more: false })
    await expect.poll(() => accepts(base), { interval: 20 }).toBe(false)
    expect(await ended).toBe(0)
    const stored = await store.query('select from delivery_ledger where store_id = $1', [server.storeId])
    expect(stored).toHaveLength(1)
  },
)

test('after SIGTERM serve listens while reports arrive, but not for more than some seconds', async () => {
  const { base, child, ended } = await serve()
  const { id } = await pollNewSale(base)
  child.kill('SIGTERM')
  const statuses: number[] = []
  const reportUntilRefused = async (): Promise<void> => {
    for (;;) statuses.push((await callOnce(base, REPORT, { commandQueueId: id })).status)
  }
  await expect(reportUntilRefused()).rejects.toThrow('fetch failed')
  // Without further reports, the first one would have been the last.
  expect(statuses.length).toBeGreaterThan(1)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await ended).toBe(0)
})

test('after SIGTERM a waiting poll ends with an empty response when serve stops listening', async () => {
  const { base, child, ended } = await serve()
  const { id } = await pollNewSale(base)
  await call(base, REPORT, { commandQueueId: id })
  const poll = call(base, QUEUE, undefined, { prefer: 'wait=60' })
  child.kill('SIGTERM')
  await store.sell(server.storeId, '44', [await store.createProduct(server.storeId)])
  const response = await poll
  expect(response.headers.get('connection')).toBe('close')
  expect(await response.json()).toEqual({ checkouts: [] })
  expect(await ended).toBe(0)
})

test('a process that SIGHUP replaces still dispatches on its open connections', async () => {
  const servers = await store.query('select from game_servers where last_seen_at is null')
  const { base, operations, child, ended } = await serve('--processes', '2')
  // Gauges of the whole installation come from one process, and are not summed.
  const metrics = async () => (await fetch(`${operations}/metrics`)).text()
  const counted = `\nquartermaster_game_servers{state="never"} ${servers.length}\n`
  await expect.poll(metrics).toContain(counted)
  await pollNewSale(base)
  child.kill('SIGHUP')
  const found = new Set<number>()
  await expect
    .poll(
      async () => {
        const response = await call(base, QUEUE)
        found.add(((await response.json()) as { checkouts: Element[] }).checkouts.length)
        return response.headers.get('connection')
      },
      { interval: 250, timeout: 30_000 },
    )
    .toBe('close')
  expect([...found]).toEqual([1])
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('SIGTERM while SIGHUP replaces the processes stops all of them, and serve exits with code 0', async () => {
  const { child, ended } = await serve('--processes', '2')
  child.kill('SIGHUP')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('if a new process cannot start, the previous ones serve until another SIGHUP replaces them', async () => {
  const { base, operations, child, ended } = await serve('--processes', '2')
  let log = ''
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  await store.query('create table unsafe (id integer)')
  child.kill('SIGHUP')
  await expect.poll(() => log, { timeout: 30_000 }).toContain('a new process did not start')
  expect(log).toContain('row-level security: off on unsafe')
  expect((await call(base, QUEUE)).status).toBe(200)
  expect((await fetch(`${operations}/readyz`)).status).toBe(200)
  await store.query('drop table unsafe')
  child.kill('SIGHUP')
  await expect.poll(() => log.split('a process is told to stop').length, { timeout: 30_000 }).toBe(3)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('if none of several processes can start, serve exits with code 1 and prints the reason', async () => {
  await store.query('create table unsafe (id integer)')
  const ports = { PORT: '0', METRICS_PORT: '0' }
  const { code, stderr } = await runCommand(['serve', '--processes', '2'], {
    DATABASE_URL: store.databaseUrl,
    ...ports,
  })
  await store.query('drop table unsafe')
  expect(code).toBe(1)
  expect(stderr).toContain('row-level security: off on unsafe')
})

test.for(['PORT', 'METRICS_PORT'])('if %s is in use, serve exits with code 1 and names the address', async (name) => {
  const port = new URL(store.baseUrl).port
  const ports = { PORT: '0', METRICS_PORT: '0', [name]: port }
  const { code, stderr } = await runCommand(['serve'], { DATABASE_URL: store.databaseUrl, ...ports })
  expect(code).toBe(1)
  expect(stderr).toContain(`Another program listens at 127.0.0.1:${port}`)
})
