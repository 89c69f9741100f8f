import { WEBHOOK_EVENTS } from '@quartermaster/contract/webhook-events'
import { Ajv } from 'ajv'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { resolveDelivery } from '../../src/redelivery/resolve-delivery.ts'
import { deleteEndpoint } from '../../src/webhooks/endpoints/remove-endpoint.ts'
import { type DeliveryId, formatId, parseId, type StoreId } from '../../src/ids.ts'
import { speak } from '../games-v2/speak.ts'
import { only } from '../store-records.ts'
import { startReceiver, startWorld } from './webhook-world.ts'

const world = await startWorld()
const { poll, report } = speak(world)

/** A store with one sale that its server has in hand. */
async function handedOut(players = ['steve "42"']) {
  const storeId = await world.createStore()
  const server = await world.createServer(storeId)
  const product = await world.createProduct(storeId)
  for (const player of players) await world.sell(storeId, player, [product])
  return { ...server, ids: (await poll(server.key)).commands.map(({ id }) => id) }
}

async function toldOf(storeId: StoreId): Promise<Record<string, unknown>[]> {
  const ajv = new Ajv({ strict: false })
  const rows = await world.query<{ body: string }>(
    `select body from events where store_id = $1 and type = 'delivery.held' order by id`,
    [storeId],
  )
  return rows.map(({ body }) => {
    const { data } = JSON.parse(body) as { data: Record<string, unknown> }
    expect(ajv.validate(WEBHOOK_EVENTS['delivery.held'], data), ajv.errorsText()).toBe(true)
    return data
  })
}

test('whatever is held is told of: failed for good, failed too often, in doubt; what only rests is not', async () => {
  const { key, storeId, serverId, ids } = await handedOut(['a', 'b', 'c', 'd'])
  const [forGood = '', tooOften = '', inDoubt = '', retrying = ''] = ids
  await world.query('update pending_deliveries set attempts = 4 where id = $1', [parseId<DeliveryId>('cmd', tooOften)])
  await report(key, [
    { id: forGood, attempt: 1, outcome: 'failed', retry: false, reason: 'no "such" item' },
    { id: tooOften, attempt: 5, outcome: 'failed', reason: 'away' },
    { id: inDoubt, attempt: 1, outcome: 'in_doubt', reason: 'cut off' },
    { id: retrying, attempt: 1, outcome: 'failed', reason: 'later' },
  ])
  const told = await toldOf(storeId)
  expect(told).toHaveLength(3)
  const of = (id: string) => told.find(({ deliveryId }) => deliveryId === id)
  const common = { storeId: formatId('sto', storeId), serverId: formatId('srv', serverId), deliveryType: 'APPROVE' }
  expect(of(forGood)).toMatchObject({
    ...common,
    holdReason: 'failed',
    attempts: 1,
    reason: 'no "such" item',
    gameUserId: 'a',
  })
  expect(of(tooOften)).toMatchObject({ ...common, holdReason: 'failed', attempts: 5, reason: 'away' })
  expect(of(inDoubt)).toMatchObject({ ...common, holdReason: 'uncertain', attempts: 1, reason: 'cut off' })
})

test('a repeated report tells nothing again; one that fails again after its owner sent it again does', async () => {
  const { key, storeId, ids } = await handedOut()
  const id = only(ids)
  const failure = { id, attempt: 1, outcome: 'failed' as const, retry: false }
  await Promise.all([report(key, [failure]), report(key, [failure]), report(key, [failure, failure])])
  expect(await toldOf(storeId)).toHaveLength(1)
  const deliveryId = parseId<DeliveryId>('cmd', id) as DeliveryId
  await resolveDelivery(world.database.app, { storeId, deliveryId, resolution: 'retry' })
  await poll(key)
  await report(key, [{ ...failure, attempt: 2 }])
  expect(await toldOf(storeId)).toHaveLength(2)
})

test('the endpoints that listen get it, and one that is removed at the same moment stops no report', async () => {
  const { key, storeId, ids } = await handedOut(Array.from({ length: 20 }, (_, i) => `p${i}`))
  const { url, received } = await startReceiver()
  await world.addEndpoint(storeId, url, ['delivery.held'])
  const deaf = await world.addEndpoint(storeId, url, ['checkout.paid'])
  const leaving = await world.addEndpoint(storeId, url)
  const outcomes = ids.map((id) => ({ id, attempt: 1, outcome: 'in_doubt' as const }))
  await Promise.all([
    ...outcomes.map((outcome) => report(key, [outcome])),
    deleteEndpoint(world.database.app, leaving.key),
  ])
  expect(await toldOf(storeId)).toHaveLength(20)
  const waiting = await world.query('select from webhook_deliveries where endpoint_id = $1', [deaf.key.endpointId])
  expect(waiting).toEqual([])
  world.deliver()
  await expect.poll(() => received.length).toBeGreaterThanOrEqual(20)
  const first = JSON.parse(received[0]?.body ?? '{}') as { type: string }
  expect(first.type).toBe('delivery.held')
})

test('game servers cannot make the database tell what did not happen', async () => {
  const { storeId } = await handedOut()
  const say = sql`select tell(${storeId}, 'delivery.held', '{}')`.execute(world.database.gateway)
  await expect(say).rejects.toMatchObject({ code: '42501' })
})
