import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { formatId, type StoreId } from '../../src/ids.ts'
import { runInProcess } from '../run-in-process.ts'
import { rememberKey } from '../start-store.ts'
import { startWebhookStore } from './start-webhook-store.ts'

vi.setConfig({ testTimeout: 60_000 })

const world = await startWebhookStore()
const env = {
  DATABASE_URL: world.databaseUrl,
  SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  WEBHOOK_ALLOW: '10.20.0.0/16',
}

async function json<T extends object>(line: string): Promise<T> {
  const { code, stdout, stderr } = await runInProcess([...line.split(' '), '--json'], env)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as T
}

async function refusal(line: string, settings: Record<string, string> = env) {
  const { code, stdout } = await runInProcess([...line.split(' '), '--json'], settings)
  return { code, ...(JSON.parse(stdout) as { error: { code: string; message: string } }) }
}

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/

async function add(storeId: StoreId) {
  const made = await json<{ id: string; secret: string }>(
    `webhook add --store ${formatId('sto', storeId)} --url https://shop.example/hooks --event checkout.paid`,
  )
  rememberKey(made.secret)
  return made
}

test('an endpoint is added with a secret that is shown only once, listed, disabled, enabled and removed', async () => {
  const storeId = await world.createStore()
  const made = await add(storeId)
  expect(made).toEqual({
    id: expect.stringMatching(/^whe_[0-9a-z]{26}$/) as string,
    url: 'https://shop.example/hooks',
    secret: expect.stringMatching(SECRET) as string,
  })
  const list = () => json<{ items: object[] }>(`webhook list --store ${formatId('sto', storeId)}`)
  const before = await list()
  expect(before).toMatchObject({
    items: [{ id: made.id, events: ['checkout.paid'], disabledAt: null, pendingEvents: 0, abandonedEvents: 0 }],
  })
  expect(JSON.stringify(before)).not.toContain(made.secret)

  expect(await json(`webhook disable --endpoint ${made.id}`)).toMatchObject({ id: made.id, state: 'disabled' })
  expect(await list()).toMatchObject({ items: [{ disabledReason: 'staff' }] })
  expect(await json(`webhook enable --endpoint ${made.id}`)).toMatchObject({ id: made.id, state: 'enabled' })
  expect(await list()).toMatchObject({ items: [{ disabledReason: null }] })
  expect(await json(`webhook remove --endpoint ${made.id}`)).toEqual({ id: made.id })
  expect(await list()).toEqual({ items: [] })
})

test('a secret is rotated, a test event is sent, and failed events are sent again', async () => {
  const storeId = await world.createStore()
  const { id, secret } = await add(storeId)
  const rotated = await json<{ secret: string; oldSecretExpiresAt: string }>(`webhook rotate-secret --endpoint ${id}`)
  rememberKey(rotated.secret)
  expect(rotated.secret).toMatch(SECRET)
  expect(rotated.secret).not.toBe(secret)
  expect(Date.parse(rotated.oldSecretExpiresAt)).toBeGreaterThan(Date.now() + 86_000_000)
  const ended = await json<{ secret: string }>(`webhook rotate-secret --endpoint ${id} --expire-old`)
  rememberKey(ended.secret)
  expect(ended).toMatchObject({ oldSecretExpiresAt: null })

  const tested = await json<{ eventId: string }>(`webhook test --endpoint ${id}`)
  expect(tested).toEqual({ eventId: expect.stringMatching(/^evt_[0-9a-z]{26}$/) as string })
  await world.query('update webhook_deliveries set next_at = null, attempts = 10 where store_id = $1', [storeId])
  await world.query(
    `insert into webhook_attempts (store_id, endpoint_id, sent_at, event_id, error, ms)
     select store_id, endpoint_id, now(), event_id, 'ECONNREFUSED', 7 from webhook_deliveries where store_id = $1`,
    [storeId],
  )
  expect(await json(`webhook history --endpoint ${id}`)).toMatchObject({
    items: [{ eventId: tested.eventId, type: 'endpoint.test', status: null, error: 'ECONNREFUSED', durationMs: 7 }],
  })
  expect(await json(`webhook resend --endpoint ${id} --since 2020-01-01`)).toEqual({ resentEvents: 1 })
  expect(await json(`webhook resend --endpoint ${id} --event ${tested.eventId}`)).toEqual({ resentEvents: 1 })
})

test('an endpoint that is not allowed is refused with a reason', async () => {
  const storeId = await world.createStore()
  const store = formatId('sto', storeId)
  const to = (url: string) => `webhook add --store ${store} --url ${url}`
  for (const line of [
    to('https://127.0.0.1/'),
    to('https://10.21.0.1/'),
    to('http://8.8.8.8/'),
    `${to('https://shop.example')} --event checkout.stolen`,
  ]) {
    expect(await refusal(line), line).toMatchObject({ code: 1, error: { code: 'invalid_request' } })
  }
  expect(await json(to('http://10.20.0.1/'))).toMatchObject({ url: 'http://10.20.0.1/' })
  const { SECRET_KEYS: _, ...keyless } = env
  expect(await refusal(to('https://shop.example'), keyless)).toMatchObject({
    code: 1,
    error: { code: 'not_configured' },
  })
  expect(await refusal('webhook test --endpoint whe_01h455vb4pex5vsknk084sn02q')).toMatchObject({
    code: 1,
    error: { code: 'not_found' },
  })
})
