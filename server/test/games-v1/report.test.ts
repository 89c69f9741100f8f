import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { cancelDelivery } from '../../src/delivery/ledger/cancel-delivery.ts'
import { type DeliveryId, formatId, newId } from '../../src/ids.ts'
import { REPORT, startStore } from '../start-store.ts'
import { rawRequest } from './send-raw.ts'
import { expire, holdRows, passTime, untilWaiting } from '../store-records.ts'

const store = await startStore()

async function soldOne() {
  const storeId = await store.createStore()
  const server = await store.createServer(storeId)
  const { checkoutId, deliveryIds } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
  const [deliveryId] = deliveryIds
  if (deliveryId === undefined) throw new Error('nothing was enqueued')
  return { ...server, checkoutId, deliveryId, id: formatId('cmd', deliveryId) }
}

const ledgerOf = (deliveryId: DeliveryId) =>
  store.query<{ state: string; late: boolean }>(
    'select state, late_report_at is not null as late from delivery_ledger where id = $1',
    [deliveryId],
  )

test('a report gets a 200 with the id, PROCESSED and the time, and no other field', async () => {
  const { key, id } = await soldOne()
  await store.poll(key)
  const before = Date.now()
  const { status, body } = await store.report(key, id)
  expect(status).toBe(200)
  expect(body).toStrictEqual({ id, status: 'PROCESSED', processedAt: expect.stringMatching(/^\d{4}-.+T.+\.\d{3}Z$/) })
  const { processedAt } = body as { processedAt: string }
  expect(Date.parse(processedAt)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(processedAt)).toBeLessThanOrEqual(Date.now())
})

test('a repeated report gets the same response, byte for byte, and the delivery does not return', async () => {
  const { key, id, deliveryId } = await soldOne()
  const [delivery] = await store.poll(key)
  expect(delivery?.id).toBe(id)
  const first = await store.report(key, id)
  for (let i = 0; i < 5; i++) expect((await store.report(key, id)).text).toBe(first.text)
  expect(await store.poll(key)).toEqual([])
  expect(await ledgerOf(deliveryId)).toEqual([{ state: 'processed', late: false }])
})

test('a report counts although its client has left before the store knows who it is', async () => {
  const { key, id, deliveryId } = await soldOne()
  const body = JSON.stringify({ commandQueueId: id })
  const { hostname, port } = new URL(store.baseUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  // The first call with this key, so the database is asked.
  const keys = await holdRows(store, 'lock table server_keys in access exclusive mode', [])
  socket.write(rawRequest('POST', REPORT, [`Authorization: ${key}`, `Content-Length: ${body.length}`], body))
  await untilWaiting(store, 1)
  socket.destroy()
  await sleep(100)
  await keys.release()
  await expect.poll(() => ledgerOf(deliveryId)).toEqual([{ state: 'processed', late: false }])
})

test('a hundred concurrent reports of one delivery get the same response and are recorded once', async () => {
  const { key, id, deliveryId } = await soldOne()
  await store.poll(key)
  const responses = await Promise.all(Array.from({ length: 100 }, () => store.report(key, id)))
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]))
  expect(new Set(responses.map((response) => response.text)).size).toBe(1)
  expect(await ledgerOf(deliveryId)).toHaveLength(1)
  expect(await store.poll(key)).toEqual([])
})

test('a report covers the whole delivery with all its products', async () => {
  const storeId = await store.createStore()
  const { key } = await store.createServer(storeId)
  const hat = await store.createProduct(storeId, { name: 'Hat' })
  await store.sell(storeId, '42', [[hat, 3], await store.createProduct(storeId)])
  const [delivery] = await store.poll(key)
  await store.report(key, delivery?.id)
  expect(await store.poll(key)).toEqual([])
})

test('the id of another server, an unknown and a malformed id get the same 404, byte for byte', async () => {
  const own = await soldOne()
  const foreign = await soldOne()
  const neighbour = await store.createServer(own.storeId)
  const finished = await soldOne()
  await store.report(finished.key, finished.id)
  const ids = {
    'of another store': foreign.id,
    'of another store, finished': finished.id,
    unknown: formatId('cmd', newId<DeliveryId>()),
    'of another kind': formatId('chk', own.checkoutId),
    numeric: '12345',
    'a word': 'nonsense',
    'upper case': own.id.toUpperCase(),
    'with a space': `${own.id} `,
    'with brackets': `[${own.id}]`,
    'not storable as text': '\0\ud800',
    'very long': 'x'.repeat(10_000),
    'more than 128 bits': `cmd_${'z'.repeat(26)}`,
  }
  const responses = await Promise.all(
    Object.entries(ids).map(async ([what, commandQueueId]) => ({
      what,
      response: await store.call('POST', REPORT, {
        key: own.key,
        headers: { 'x-request-id': 'the-same' },
        body: { commandQueueId },
      }),
    })),
  )
  responses.push({
    what: 'of another server of the same store',
    response: await store.call('POST', REPORT, {
      key: neighbour.key,
      headers: { 'x-request-id': 'the-same' },
      body: { commandQueueId: own.id },
    }),
  })
  for (const { what, response } of responses) {
    expect(response.status, what).toBe(404)
    expect(response.text, what).toBe(responses[0]?.response.text)
  }
  // The queues are unchanged.
  expect(await store.poll(own.key)).toHaveLength(1)
  expect(await store.poll(foreign.key)).toHaveLength(1)
})

test('a delivery that was cancelled after its dispatch gets a 200, and the late report is stored', async () => {
  const { key, id, storeId, deliveryId } = await soldOne()
  await store.poll(key)
  await cancelDelivery(store.database.app, { storeId, deliveryId })
  expect(await ledgerOf(deliveryId)).toEqual([{ state: 'cancelled', late: false }])

  const responses = await Promise.all(Array.from({ length: 20 }, () => store.report(key, id)))
  expect(responses[0]?.status).toBe(200)
  expect(responses[0]?.body).toMatchObject({ id, status: 'PROCESSED' })
  expect(new Set(responses.map((response) => response.text)).size).toBe(1)
  expect((await store.report(key, id)).text).toBe(responses[0]?.text)
  expect(await ledgerOf(deliveryId)).toEqual([{ state: 'cancelled', late: true }])
})

test('a delivery that was cancelled before its dispatch gets a 404', async () => {
  const byOperator = await soldOne()
  await cancelDelivery(store.database.app, byOperator)
  expect((await store.report(byOperator.key, byOperator.id)).status).toBe(404)

  const byRefund = await soldOne()
  await store.refund(byRefund.storeId, byRefund.checkoutId)
  expect((await store.report(byRefund.key, byRefund.id)).status).toBe(404)
  expect(await ledgerOf(byRefund.deliveryId)).toEqual([{ state: 'cancelled', late: false }])
})

test('a report of a refunded purchase is accepted, and its REFUND stays pending', async () => {
  const { key, id, storeId, checkoutId } = await soldOne()
  await store.poll(key)
  await store.refund(storeId, checkoutId)
  expect((await store.report(key, id)).status).toBe(200)
  expect((await store.poll(key)).map((delivery) => delivery.deliveryType)).toEqual(['REFUND'])
})

test('refunds and expiries are reported like purchases', async () => {
  const { key, storeId, checkoutId } = await soldOne()
  await store.sell(storeId, '42', [await store.createProduct(storeId, { durationSeconds: 60 })])
  await store.poll(key)
  await store.refund(storeId, checkoutId)
  await passTime(store, storeId, 60)
  await expire(store)
  const queue = await store.poll(key)
  expect(queue.map((delivery) => delivery.deliveryType)).toEqual(['APPROVE', 'APPROVE', 'REFUND', 'EXPIRE'])
  for (const { id } of queue) expect((await store.report(key, id)).body).toMatchObject({ id, status: 'PROCESSED' })
  expect(await store.poll(key)).toEqual([])
})

test('a report during a refund waits for the refund and is accepted', async () => {
  const { key, id, deliveryId } = await soldOne()
  await store.poll(key)
  const row = await holdRows(store, 'select from pending_deliveries where id = $1 for update', [deliveryId])
  const report = store.report(key, id)
  await untilWaiting(store, 1)
  await row.release()
  expect((await report).status).toBe(200)
})

test('a report without a valid commandQueueId gets a 400', async () => {
  const { key } = await soldOne()
  for (const body of ['{}', '{"commandQueueId":""}', '{"commandQueueId":7}', '{"commandQueueId":null}', '[]', '"x"']) {
    const response = await store.call('POST', REPORT, { key, body })
    expect(response.body, body).toMatchObject({ status: 400, code: 'invalid_request' })
  }
})
