import { WEBHOOK_EVENTS } from '@quartermaster/contract/webhook-events'
import { Ajv } from 'ajv'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { resolveDelivery } from '../../src/redelivery/resolve-delivery.ts'
import { deleteEndpoint } from '../../src/webhooks/endpoints/delete-endpoint.ts'
import { type DeliveryId, formatId, parseId, type StoreId } from '../../src/ids.ts'
import { createClient } from '../games-v2/client.ts'
import { only } from '../store-records.ts'
import { startReceiver, startWebhookStore } from './start-webhook-store.ts'

const store = await startWebhookStore()
const { poll, report } = createClient(store)

/** Creates a store with one sale for each player, and dispatches the deliveries. */
async function dispatchSales(players = ['steve "42"']) {
  const storeId = await store.createStore()
  const server = await store.createServer(storeId)
  const product = await store.createProduct(storeId)
  for (const player of players) await store.sell(storeId, player, [product])
  return { ...server, ids: (await poll(server.key)).commands.map(({ id }) => id) }
}

async function readHeldEvents(storeId: StoreId): Promise<Record<string, unknown>[]> {
  const ajv = new Ajv({ strict: false })
  const rows = await store.query<{ body: string }>(
    `select body from events where store_id = $1 and type = 'delivery.held' order by id`,
    [storeId],
  )
  return rows.map(({ body }) => {
    const { data } = JSON.parse(body) as { data: Record<string, unknown> }
    expect(ajv.validate(WEBHOOK_EVENTS['delivery.held'], data), ajv.errorsText()).toBe(true)
    return data
  })
}

test('a delivery that is held records an event, and one that is retried does not', async () => {
  const { key, storeId, serverId, ids } = await dispatchSales(['a', 'b', 'c', 'd'])
  const [notRetryable = '', tooOften = '', uncertain = '', retrying = ''] = ids
  await store.query('update pending_deliveries set attempts = 4 where id = $1', [parseId<DeliveryId>('cmd', tooOften)])
  await report(key, [
    { id: notRetryable, attempt: 1, outcome: 'failed', retry: false, reason: 'no "such" item' },
    { id: tooOften, attempt: 5, outcome: 'failed', reason: 'away' },
    { id: uncertain, attempt: 1, outcome: 'in_doubt', reason: 'cut off' },
    { id: retrying, attempt: 1, outcome: 'failed', reason: 'later' },
  ])
  const events = await readHeldEvents(storeId)
  expect(events).toHaveLength(3)
  const eventFor = (id: string) => events.find(({ deliveryId }) => deliveryId === id)
  const common = { storeId: formatId('sto', storeId), serverId: formatId('srv', serverId), deliveryType: 'APPROVE' }
  expect(eventFor(notRetryable)).toMatchObject({
    ...common,
    holdReason: 'failed',
    attempts: 1,
    reason: 'no "such" item',
    gameUserId: 'a',
  })
  expect(eventFor(tooOften)).toMatchObject({ ...common, holdReason: 'failed', attempts: 5, reason: 'away' })
  expect(eventFor(uncertain)).toMatchObject({ ...common, holdReason: 'uncertain', attempts: 1, reason: 'cut off' })
})

test('a repeated report records no second event, and a failure after a retry by staff does', async () => {
  const { key, storeId, ids } = await dispatchSales()
  const id = only(ids)
  const failure = { id, attempt: 1, outcome: 'failed' as const, retry: false }
  await Promise.all([report(key, [failure]), report(key, [failure]), report(key, [failure, failure])])
  expect(await readHeldEvents(storeId)).toHaveLength(1)
  const deliveryId = parseId<DeliveryId>('cmd', id) as DeliveryId
  await resolveDelivery(store.database.app, { storeId, deliveryId, resolution: 'retry' })
  await poll(key)
  await report(key, [{ ...failure, attempt: 2 }])
  expect(await readHeldEvents(storeId)).toHaveLength(2)
})

test('subscribed endpoints get the event, and deleting an endpoint at the same time does not fail a report', async () => {
  const { key, storeId, ids } = await dispatchSales(Array.from({ length: 20 }, (_, i) => `p${i}`))
  const { url, received } = await startReceiver()
  await store.addEndpoint(storeId, url, ['delivery.held'])
  const otherType = await store.addEndpoint(storeId, url, ['checkout.paid'])
  const deleted = await store.addEndpoint(storeId, url)
  const outcomes = ids.map((id) => ({ id, attempt: 1, outcome: 'in_doubt' as const }))
  await Promise.all([
    ...outcomes.map((outcome) => report(key, [outcome])),
    deleteEndpoint(store.database.app, deleted.key),
  ])
  expect(await readHeldEvents(storeId)).toHaveLength(20)
  const waiting = await store.query('select from webhook_deliveries where endpoint_id = $1', [otherType.key.endpointId])
  expect(waiting).toEqual([])
  store.startWorker()
  await expect.poll(() => received.length).toBeGreaterThanOrEqual(20)
  const first = JSON.parse(received[0]?.body ?? '{}') as { type: string }
  expect(first.type).toBe('delivery.held')
})

test('the database role of the games interfaces cannot record events itself', async () => {
  const { storeId } = await dispatchSales()
  const call = sql`select record_events(${storeId}, 'delivery.held', '{}', '{}', null)`.execute(store.database.gateway)
  await expect(call).rejects.toMatchObject({ code: '42501' })
})
