import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { openShop } from '../../../test/payments/open-shop.ts'
import { startStore } from '../../../test/start-store.ts'
import { only } from '../../../test/store-records.ts'
import { createDeliveryQueue } from '../../delivery/queue/delivery-queue.ts'
import { rootSpanIdOf, traceIdOf } from './otlp.ts'
import { tracePurchases } from './trace-purchases.ts'

type OtlpSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
}
type OtlpRequest = { resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[] }

let spans: OtlpSpan[] = []
const collector = createServer((request, response) => {
  void keepSpans(request).then(() => response.end('{}'))
})
async function keepSpans(request: IncomingMessage): Promise<void> {
  const { resourceSpans } = (await json(request)) as OtlpRequest
  spans.push(...resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)))
}
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
afterAll(() => collector.close())

const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
const store = await startStore({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } })
const namesOf = () => spans.map(({ name }) => name).toSorted()

test('one purchase is one trace, from the callback to the report', async () => {
  const shop = await openShop(store)
  const checkoutId = await shop.open()
  await shop.pay(checkoutId)
  // The callback was sent long before the report, so only the derived ids join them.
  await expect.poll(namesOf).toEqual(['callback'])
  await store.report(shop.key, only(await store.poll(shop.key)).id)
  await expect.poll(namesOf).toEqual(['callback', 'report', 'run in the game', 'wait for a poll'])
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([traceIdOf(checkoutId)]))
  const root = rootSpanIdOf(checkoutId)
  for (const { name, spanId, parentSpanId, startTimeUnixNano, endTimeUnixNano } of spans) {
    expect([name, parentSpanId]).toEqual([name, name === 'callback' ? undefined : root])
    expect([name, spanId === root]).toEqual([name, name === 'callback'])
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
  }
})

test('a trace has one root: a repeated callback and one about a refund are below the callback that paid', async () => {
  spans = []
  const shop = await openShop(store)
  const checkoutId = await shop.open()
  await shop.pay(checkoutId, 'first')
  await shop.pay(checkoutId, 'first')
  await shop.sendCallback(checkoutId, { refundedMinor: 1990 })
  await expect.poll(namesOf).toEqual(['callback', 'callback', 'callback'])
  expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined)).toHaveLength(1)
})

test('a collector that does not answer fails nothing', async () => {
  const errors: unknown[] = []
  const { reader, gateway } = store.database
  const tracing = tracePurchases({ endpoint: 'http://127.0.0.1:1', reader, onError: (error) => errors.push(error) })
  const { storeId, serverId, key } = await store.createServer(await store.createStore())
  const { deliveryIds } = await store.sell(storeId, '42', [await store.createProduct(storeId)])
  await store.poll(key)
  const queue = tracing.traceReports(createDeliveryQueue(gateway))
  const report = { storeId, serverId, deliveryId: only(deliveryIds) }
  expect(await queue.markProcessed(report, Date.now() + 5_000)).toMatchObject({ processedAt: expect.any(Date) as Date })
  await tracing.stop()
  expect(errors).toHaveLength(1)
})
