import { createServer } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import { openDatabase, type Database } from '../../db/database.ts'
import { readStatus, type Status } from '../../monitoring/read-status.ts'
import { serveStatus } from './serve-status.ts'
import { statusPage } from './status-page.ts'

const store = await startStore({ manage: true })
const HEALTHY: Status = { isWritable: true, deliveries: 0, payments: 0, webhooks: 0, mails: 0 }
const read = (sendsMails = true) => readStatus(store.database.reader, { sendsMails })

async function serve(answer: () => Promise<Status>) {
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(serveStatus, { readStatus: answer, publicUrl: 'https://manage.example', logger: app.log })
  return () => app.inject({ url: '/status' })
}

test('everyone can read /status, which loads nothing and runs no script', async () => {
  const response = await fetch(`${store.baseUrl}/status`)
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(html).toContain('<h1><span class="state good">')
  expect(html.match(/Works/g)).toHaveLength(4)
  expect(html).toContain('This installation has no mail server.')
  expect(html).not.toMatch(/<script|<link|<img|style=|\son\w+=/)
  expect(response.headers.get('cache-control')).toBe('public, max-age=5')
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(policy).not.toContain('unsafe')
  expect((await fetch(`${store.baseUrl}/status`, { method: 'HEAD' })).status).toBe(200)
  expect((await fetch(`${store.baseUrl}/status`, { method: 'POST' })).status).toBe(405)
})

test('any number of visitors share one read', async () => {
  let reads = 0
  const get = await serve(async () => {
    reads++
    return HEALTHY
  })
  const statuses = await Promise.all(Array.from({ length: 200 }, async () => (await get()).statusCode))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect((await get()).statusCode).toBe(200)
  expect(reads).toBe(1)
})

test('a database that refuses connections, or accepts them and is silent, is reported with 503', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const address = silent.address()
  for (const port of [1, typeof address === 'object' ? address?.port : 0]) {
    const database: Database = openDatabase({ url: `postgres://127.0.0.1:${port}/x`, poolSize: 1 })
    onTestFinished(() => database.close())
    const get = await serve(() => readStatus(database.reader, { sendsMails: true }))
    const { statusCode, body, headers } = await get()
    expect(statusCode, body).toBe(503)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['retry-after']).toBe('5')
    expect(body).toContain('Stores cannot sell at the moment')
    expect(body).toContain('It does not answer.')
    expect(body).not.toContain('Works')
  }
})

test('a read that hangs is reported with 503 after three seconds', async () => {
  const get = await serve(() => new Promise(() => undefined))
  expect((await get()).statusCode).toBe(503)
})

test('a standby, which stores no changes, is reported with 503', async () => {
  const get = await serve(async () => ({ ...HEALTHY, isWritable: false }))
  const { statusCode, body } = await get()
  expect(statusCode).toBe(503)
  expect(body).toContain('It answers, but stores no changes.')
  expect((await read()).isWritable).toBe(true)
})

test('work that is due for more than two minutes makes its part late, and no other part', async () => {
  expect(await read()).toEqual(HEALTHY)
  const id = 'gen_random_uuid()'
  const ago = (minutes: number) => `now() - interval '${minutes} minutes'`
  const insert = (sql: string) =>
    store.query(`set session_replication_role = replica; ${sql}; set session_replication_role = default`)
  const late: [part: keyof Status, minutes: number, insert: (minutes: number) => string, table: string][] = [
    [
      'deliveries',
      3,
      (minutes) => `insert into pending_deliveries (store_id, id, server_id, checkout_id, game_user_id, delivery_type,
        line_nos, products, dispatched_at, attempts, retry_at)
        values (${id}, ${id}, ${id}, ${id}, 'p', 'APPROVE', '{1}', '[]', now(), 1, ${ago(minutes)})`,
      'pending_deliveries',
    ],
    [
      'deliveries',
      3,
      (minutes) => `insert into entitlements (store_id, id, product_id, game_user_id, rebuy, scope, until)
        values (${id}, ${id}, ${id}, 'p', 'independent', ${id}, ${ago(minutes)})`,
      'entitlements',
    ],
    [
      'payments',
      3,
      (minutes) => `insert into payments (store_id, checkout_id, provider, amount_minor, expires_at, reconcile_at)
        values (${id}, ${id}, 'stripe', 100, now(), ${ago(minutes)})`,
      'payments',
    ],
    [
      'payments',
      3,
      (minutes) => `insert into payment_refunds (store_id, id, checkout_id, line_nos, amount_minor, state, retry_at)
        values (${id}, ${id}, ${id}, '{1}', 100, 'requested', ${ago(minutes)})`,
      'payment_refunds',
    ],
    [
      'webhooks',
      3,
      (minutes) => `with endpoint as (
        insert into webhook_endpoints (store_id, id, url, event_types, secret, secret_key_id)
        values (${id}, ${id}, 'https://vale.example', '{}', '', 't1') returning store_id, id)
        insert into webhook_deliveries (store_id, event_id, endpoint_id, next_at)
        select store_id, ${id}, id, ${ago(minutes)} from endpoint`,
      'webhook_deliveries',
    ],
    [
      'mails',
      16,
      (minutes) => `insert into mails (id, kind, recipient, sealed, key_id, created_at, next_at)
        values (${id}, 'test', 'a@vale.example', '', 't1', ${ago(minutes)}, now())`,
      'mails',
    ],
  ]
  for (const [part, minutes, rows, table] of late) {
    await insert(rows(minutes - 2))
    expect(await read(), `${table} on time`).toEqual(HEALTHY)
    await insert(rows(minutes))
    const status = await read()
    expect(status, table).toEqual({ ...HEALTHY, [part]: status[part] })
    const { isUp, html } = statusPage(status, new Date())
    expect(isUp).toBe(true)
    expect(html).toContain('Some work is late')
    expect(html.match(/class="state late"/g), table).toHaveLength(2)
    expect(html).toContain(`The oldest work has been waiting for ${minutes} minutes.`)
    await store.empty(table)
  }
  expect((await read(false)).mails).toBeUndefined()
})
