import { expect, test } from 'vitest'
import { type EndpointId, formatId, newId } from '../../src/ids.ts'
import { rememberKey } from '../start-store.ts'
import { openDesk, storePath } from './open-desk.ts'

const desk = await openDesk()

async function manager() {
  const storeId = await desk.createStore()
  const { token: as } = await desk.member(storeId, 'manager')
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await desk.ask(method, storePath(storeId, path), {
      as,
      ...(body !== undefined && { body }),
      headers,
    })
    return { ...answer, body: answer.body as Record<string, unknown> & { id: string; items: unknown[] } }
  }
  const add = async (events: string[] = []) => {
    const made = await ask('POST', '/webhooks', { url: 'https://shop.example/hooks', events })
    rememberKey(String(made.body['secret']))
    return made.body.id
  }
  return { storeId, ask, add }
}

test('an endpoint is added with a secret that is shown once, changed, switched off and on, and removed', async () => {
  const { storeId, ask, add } = await manager()
  const id = await add(['checkout.paid'])
  const shown = await ask('GET', `/webhooks/${id}`)
  expect(shown.body).toMatchObject({ events: ['checkout.paid'], state: 'enabled', waiting: 0, version: 1 })
  expect((await ask('GET', '/webhooks')).body.items).toEqual([shown.body])
  const edit = await ask('PATCH', `/webhooks/${id}`, { events: [] }, { 'if-match': '"1"' })
  expect(edit.body).toMatchObject({ events: [], version: 2 })
  const unknown = await ask('PATCH', `/webhooks/${id}`, { events: ['no.such'] }, { 'if-match': '*' })
  expect(unknown.status).toBe(400)
  expect((await ask('POST', `/webhooks/${id}/disable`)).body).toMatchObject({
    state: 'disabled',
    disabledReason: 'operator',
  })
  expect((await ask('POST', `/webhooks/${id}/test`)).status).toBe(400)
  expect((await ask('POST', `/webhooks/${id}/enable`)).body).toMatchObject({ state: 'enabled', version: 4 })
  const rotated = await ask('POST', `/webhooks/${id}/rotate-secret`, { expireOldSecret: true })
  rememberKey(String(rotated.body['secret']))
  expect(rotated.body).toMatchObject({ oldSecretExpiresAt: null })
  expect((await ask('DELETE', `/webhooks/${id}`)).status).toBe(204)
  expect((await ask('GET', `/webhooks/${id}`)).status).toBe(404)
  const log = await desk.query<{ action: string }>('select action from audit_log where store_id = $1 order by id', [
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

test('what was tried is listed, and what failed is sent again, one or all', async () => {
  const { storeId, ask, add } = await manager()
  const id = await add()
  const events: string[] = []
  for (let i = 0; i < 3; i++) events.push(String((await ask('POST', `/webhooks/${id}/test`)).body['eventId']))
  await desk.query(
    `insert into webhook_attempts (store_id, endpoint_id, sent_at, event_id, status, ms)
     select store_id, endpoint_id, date_trunc('second', now()), event_id, 500, 7 from webhook_deliveries where store_id = $1`,
    [storeId],
  )
  await desk.query('update webhook_deliveries set next_at = null, attempts = 12 where store_id = $1', [storeId])
  const first = await ask('GET', `/webhooks/${id}/attempts?limit=2`)
  const second = await ask('GET', `/webhooks/${id}/attempts?limit=2&cursor=${String(first.body['next'])}`)
  const listed = [...first.body.items, ...second.body.items] as { eventId: string }[]
  expect(listed.map(({ eventId }) => eventId)).toEqual(events.toReversed())
  expect(second.body['next']).toBeNull()
  const one = await ask('GET', `/webhooks/${id}/attempts?eventId=${events[1]}`)
  expect(one.body.items).toMatchObject([{ eventId: events[1], type: 'endpoint.test', status: 500, ms: 7 }])
  expect((await ask('POST', `/webhooks/${id}/events/${events[0]}/resend`)).body).toEqual({ resent: 1 })
  expect((await ask('GET', `/webhooks/${id}`)).body).toMatchObject({ waiting: 1, abandonedEvents: 2 })
  const since = '2020-01-01T00:00:00.000Z'
  expect((await ask('POST', `/webhooks/${id}/resend-failed`, { since })).body).toEqual({ resent: 2 })
  expect((await ask('GET', `/webhooks/${id}`)).body).toMatchObject({ waiting: 3, abandonedEvents: 0 })
})

test("another store's endpoint is answered like one that is not there, whatever is asked of it", async () => {
  const [mine, theirs] = [await manager(), await manager()]
  const foreign = await theirs.add()
  const { body: told } = await theirs.ask('POST', `/webhooks/${foreign}/test`)
  const match = { 'if-match': '*' }
  const asks = [
    (id: string) => mine.ask('GET', `/webhooks/${id}`),
    (id: string) => mine.ask('PATCH', `/webhooks/${id}`, { events: [] }, match),
    (id: string) => mine.ask('POST', `/webhooks/${id}/enable`),
    (id: string) => mine.ask('POST', `/webhooks/${id}/disable`),
    (id: string) => mine.ask('POST', `/webhooks/${id}/rotate-secret`, {}),
    (id: string) => mine.ask('GET', `/webhooks/${id}/attempts`),
    (id: string) => mine.ask('POST', `/webhooks/${id}/test`),
    (id: string) => mine.ask('POST', `/webhooks/${id}/events/${String(told['eventId'])}/resend`),
    (id: string) => mine.ask('POST', `/webhooks/${id}/resend-failed`, { since: '2020-01-01T00:00:00Z' }),
    (id: string) => mine.ask('DELETE', `/webhooks/${id}`),
  ]
  const plain = (answer: { status: number; text: string }) => ({
    status: answer.status,
    text: answer.text.replace(/"requestId":"[^"]*"/, ''),
  })
  for (const ask of asks) {
    const answer = plain(await ask(foreign))
    expect(answer).toEqual(plain(await ask(formatId('whe', newId<EndpointId>()))))
    expect(answer.status).toBe(404)
  }
  expect((await theirs.ask('GET', `/webhooks/${foreign}`)).body).toMatchObject({ state: 'enabled' })
})
