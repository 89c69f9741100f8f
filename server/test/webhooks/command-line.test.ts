import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { formatId, type StoreId } from '../../src/ids.ts'
import { runCommand } from '../run-command.ts'
import { rememberKey } from '../start-store.ts'
import { startWebhookStore } from './start-webhook-store.ts'

// A start of the program takes half a second, and several on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const world = await startWebhookStore()
const env = {
  DATABASE_URL: world.databaseUrl,
  SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  WEBHOOK_ALLOW: '10.20.0.0/16',
}

async function json<T extends object>(line: string): Promise<T> {
  const { code, stdout, stderr } = await runCommand([...line.split(' '), '--json'], env)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as T
}

async function refusal(line: string, settings: Record<string, string> = env) {
  const { code, stdout } = await runCommand([...line.split(' '), '--json'], settings)
  return { code, ...(JSON.parse(stdout) as { error: { code: string; message: string } }) }
}

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/

async function add(storeId: StoreId) {
  const made = await json<{ id: string; secret: string }>(
    `webhooks add --store ${formatId('sto', storeId)} --url https://shop.example/hooks --event checkout.paid`,
  )
  rememberKey(made.secret)
  return made
}

test('an endpoint is added with a secret that is shown once, listed, disabled, enabled and removed', async () => {
  const storeId = await world.createStore()
  const made = await add(storeId)
  expect(made).toEqual({
    id: expect.stringMatching(/^whe_[0-9a-z]{26}$/) as string,
    url: 'https://shop.example/hooks',
    events: ['checkout.paid'],
    secret: expect.stringMatching(SECRET) as string,
  })
  const list = () => json<{ endpoints: object[] }>(`webhooks list --store ${formatId('sto', storeId)}`)
  const before = await list()
  expect(before).toMatchObject({
    endpoints: [{ id: made.id, events: ['checkout.paid'], disabledAt: null, waiting: 0, abandonedEvents: 0 }],
  })
  expect(JSON.stringify(before)).not.toContain(made.secret)

  expect(await json(`webhooks disable --endpoint ${made.id}`)).toEqual({ id: made.id, state: 'disabled' })
  expect(await list()).toMatchObject({ endpoints: [{ disabledReason: 'operator' }] })
  expect(await json(`webhooks enable --endpoint ${made.id}`)).toEqual({ id: made.id, state: 'enabled' })
  expect(await list()).toMatchObject({ endpoints: [{ disabledReason: null }] })
  expect(await json(`webhooks remove --endpoint ${made.id}`)).toEqual({ id: made.id, state: 'removed' })
  expect(await list()).toEqual({ endpoints: [] })
})

test('a secret is rotated, a test is sent, and what failed is sent again', async () => {
  const storeId = await world.createStore()
  const { id, secret } = await add(storeId)
  const rotated = await json<{ secret: string; oldSecretExpiresAt: string }>(`webhooks rotate-secret --endpoint ${id}`)
  rememberKey(rotated.secret)
  expect(rotated.secret).toMatch(SECRET)
  expect(rotated.secret).not.toBe(secret)
  expect(Date.parse(rotated.oldSecretExpiresAt)).toBeGreaterThan(Date.now() + 86_000_000)
  const ended = await json<{ secret: string }>(`webhooks rotate-secret --endpoint ${id} --now`)
  rememberKey(ended.secret)
  expect(ended).toMatchObject({ oldSecretExpiresAt: null })

  const tested = await json<{ eventId: string }>(`webhooks test --endpoint ${id}`)
  expect(tested).toEqual({ endpointId: id, eventId: expect.stringMatching(/^evt_[0-9a-z]{26}$/) as string })
  await world.query('update webhook_deliveries set next_at = null, attempts = 10 where store_id = $1', [storeId])
  await world.query(
    `insert into webhook_attempts (store_id, endpoint_id, sent_at, event_id, error, ms)
     select store_id, endpoint_id, now(), event_id, 'ECONNREFUSED', 7 from webhook_deliveries where store_id = $1`,
    [storeId],
  )
  expect(await json(`webhooks history --endpoint ${id}`)).toMatchObject({
    attempts: [{ eventId: tested.eventId, type: 'endpoint.test', status: null, error: 'ECONNREFUSED', ms: 7 }],
  })
  expect(await json(`webhooks resend --endpoint ${id} --since 2020-01-01`)).toEqual({ endpointId: id, resent: 1 })
  expect(await json(`webhooks resend --endpoint ${id} --event ${tested.eventId}`)).toEqual({
    endpointId: id,
    resent: 1,
  })
})

test('what cannot be done is refused with a reason', async () => {
  const storeId = await world.createStore()
  const store = formatId('sto', storeId)
  const to = (url: string) => `webhooks add --store ${store} --url ${url}`
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
  expect(await refusal('webhooks test --endpoint whe_01h455vb4pex5vsknk084sn02q')).toMatchObject({
    code: 1,
    error: { code: 'not_found' },
  })
})
