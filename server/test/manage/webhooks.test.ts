import { expect, test } from 'vitest'
import { type EndpointId, formatId, newId } from '../../src/ids.ts'
import { rememberKey } from '../start-store.ts'
import { startManagement, withoutRequestId } from './start-management.ts'

const platform = await startManagement()

async function openStore() {
  const { storeId, request } = await platform.createStoreAs('manager')
  const createWebhook = async (events: string[] = []) => {
    const created = await request('POST', '/webhooks', { url: 'https://shop.example/hooks', events })
    rememberKey(String(created.body['secret']))
    return created.body.id
  }
  return { storeId, request, createWebhook }
}

test('an endpoint can be created, updated, disabled, enabled, given a new secret and deleted', async () => {
  const { storeId, request, createWebhook } = await openStore()
  const id = await createWebhook(['checkout.paid'])
  const endpoint = await request('GET', `/webhooks/${id}`)
  expect(endpoint.body).toMatchObject({ events: ['checkout.paid'], state: 'enabled', pendingEvents: 0, version: 1 })
  expect(endpoint.body).not.toHaveProperty('secret')
  expect((await request('GET', '/webhooks')).body.items).toEqual([endpoint.body])
  const updated = await request('PATCH', `/webhooks/${id}`, { events: [] }, { 'if-match': '"1"' })
  expect(updated.body).toMatchObject({ events: [], version: 2 })
  const unknown = await request('PATCH', `/webhooks/${id}`, { events: ['no.such'] }, { 'if-match': '*' })
  expect(unknown.status).toBe(400)
  expect((await request('POST', `/webhooks/${id}/disable`)).body).toMatchObject({
    state: 'disabled',
    disabledReason: 'staff',
  })
  expect((await request('POST', `/webhooks/${id}/test`)).status).toBe(400)
  expect((await request('POST', `/webhooks/${id}/enable`)).body).toMatchObject({ state: 'enabled', version: 4 })
  const rotated = await request('POST', `/webhooks/${id}/rotate-secret`, { expireOldSecret: true })
  rememberKey(String(rotated.body['secret']))
  expect(rotated.body).toMatchObject({ oldSecretExpiresAt: null })
  expect((await request('DELETE', `/webhooks/${id}`)).status).toBe(204)
  expect((await request('GET', `/webhooks/${id}`)).status).toBe(404)
  const log = await platform.query<{ action: string }>('select action from audit_log where store_id = $1 order by id', [
    storeId,
  ])
  expect(log.map(({ action }) => action)).toEqual([
    'createWebhook',
    'updateWebhook',
    'disableWebhook',
    'enableWebhook',
    'rotateWebhookSecret',
    'deleteWebhook',
  ])
})

test('attempts are listed, and failed events can be resent one by one or all together', async () => {
  const { storeId, request, createWebhook } = await openStore()
  const id = await createWebhook()
  const events: string[] = []
  for (let i = 0; i < 3; i++) events.push(String((await request('POST', `/webhooks/${id}/test`)).body['eventId']))
  await platform.query(
    `insert into webhook_attempts (store_id, endpoint_id, sent_at, event_id, status, ms)
     select store_id, endpoint_id, date_trunc('second', now()), event_id, 500, 7 from webhook_deliveries where store_id = $1`,
    [storeId],
  )
  await platform.query('update webhook_deliveries set next_at = null, attempts = 12 where store_id = $1', [storeId])
  const first = await request('GET', `/webhooks/${id}/attempts?limit=2`)
  const second = await request('GET', `/webhooks/${id}/attempts?limit=2&cursor=${first.body.nextCursor}`)
  const listed = [...first.body.items, ...second.body.items]
  expect(listed.map(({ eventId }) => eventId)).toEqual(events.toReversed())
  expect(second.body.nextCursor).toBeNull()
  const filtered = await request('GET', `/webhooks/${id}/attempts?eventId=${events[1]}`)
  expect(filtered.body.items).toMatchObject([{ eventId: events[1], type: 'endpoint.test', status: 500, durationMs: 7 }])
  expect(JSON.parse(String(filtered.body.items[0]?.['body']))).toMatchObject({ type: 'endpoint.test' })
  expect((await request('POST', `/webhooks/${id}/events/${events[0]}/resend`)).body).toEqual({ resentEvents: 1 })
  expect((await request('GET', `/webhooks/${id}`)).body).toMatchObject({ pendingEvents: 1, abandonedEvents: 2 })
  const since = '2020-01-01T00:00:00.000Z'
  expect((await request('POST', `/webhooks/${id}/resend-failed`, { since })).body).toEqual({ resentEvents: 2 })
  expect((await request('GET', `/webhooks/${id}`)).body).toMatchObject({ pendingEvents: 3, abandonedEvents: 0 })
})

test('an endpoint of another store gets the same response as one that does not exist', async () => {
  const [mine, theirs] = [await openStore(), await openStore()]
  const foreign = await theirs.createWebhook()
  const { body: event } = await theirs.request('POST', `/webhooks/${foreign}/test`)
  const { request } = mine
  const requests = [
    (id: string) => request('GET', `/webhooks/${id}`),
    (id: string) => request('PATCH', `/webhooks/${id}`, { events: [] }, { 'if-match': '*' }),
    (id: string) => request('POST', `/webhooks/${id}/enable`),
    (id: string) => request('POST', `/webhooks/${id}/disable`),
    (id: string) => request('POST', `/webhooks/${id}/rotate-secret`, {}),
    (id: string) => request('GET', `/webhooks/${id}/attempts`),
    (id: string) => request('POST', `/webhooks/${id}/test`),
    (id: string) => request('POST', `/webhooks/${id}/events/${String(event['eventId'])}/resend`),
    (id: string) => request('POST', `/webhooks/${id}/resend-failed`, { since: '2020-01-01T00:00:00Z' }),
    (id: string) => request('DELETE', `/webhooks/${id}`),
  ]
  for (const send of requests) {
    const response = withoutRequestId(await send(foreign))
    expect(response).toEqual(withoutRequestId(await send(formatId('whe', newId<EndpointId>()))))
    expect(response.status).toBe(404)
  }
  expect((await theirs.request('GET', `/webhooks/${foreign}`)).body).toMatchObject({ state: 'enabled' })
})
