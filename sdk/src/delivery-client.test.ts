import { expect, test } from 'vitest'
import { DELIVERY, serveResponses, STORE } from '../test/serve-responses.ts'
import { createDeliveryClient } from './delivery-client.ts'

test('init without a port and a poll without players send empty objects', async () => {
  const { options, requests } = await serveResponses(
    { body: { store: STORE, server: { id: 'srv_1', name: 'Survival' } } },
    { body: { commands: [], more: false } },
  )
  const client = createDeliveryClient(options)
  await client.init()
  await client.poll()
  expect(requests.map(({ body }) => body)).toEqual([{}, {}])
})

test('an empty list of outcomes sends no request', async () => {
  const { options, requests } = await serveResponses()
  expect(await createDeliveryClient(options).report([])).toEqual([])
  expect(requests).toHaveLength(0)
})

test('a response with fewer results than outcomes is an error', async () => {
  const { options } = await serveResponses({ body: { results: [] } })
  const report = createDeliveryClient(options).report([{ id: 'cmd_1', attempt: 1, outcome: 'done' }])
  await expect(report).rejects.toMatchObject({ reason: 'unreadable' })
})

test.each(['attempt', 'done', 'products', 'conditions', 'gameUserId'])(
  'a response with a command without %s is an error',
  async (field) => {
    const command = Object.fromEntries(Object.entries(DELIVERY).filter(([name]) => name !== field))
    const { options } = await serveResponses({ body: { commands: [command], more: false } })
    await expect(createDeliveryClient(options).poll()).rejects.toMatchObject({ reason: 'unreadable' })
  },
)
