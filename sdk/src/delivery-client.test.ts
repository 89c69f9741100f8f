import { expect, test } from 'vitest'
import { DELIVERY, serveResponses, STORE } from '../test/serve-responses.ts'
import { createDeliveryClient } from './delivery-client.ts'
import type { Outcome } from './types.ts'

test('the client calls the four operations of interface 2.0', async () => {
  const initResponse = { store: STORE, server: { id: 'srv_1', name: 'Survival' } }
  const code = { code: 'K7QX-3MPD', expiresAt: '2026-11-16T12:10:00.000Z' }
  const pollResponse = { commands: [DELIVERY], more: true }
  const { options, requests } = await serveResponses(
    { body: initResponse },
    { body: pollResponse, headers: { 'preference-applied': 'wait=50' } },
    { body: { results: [{ id: 'cmd_1', status: 'processed' }] } },
    { body: code },
  )
  const client = createDeliveryClient(options)
  expect(await client.init({ serverPort: 25_565 })).toEqual(initResponse)
  expect(await client.poll({ online: ['steve-42'], holding: [], most: 10 }, { wait: 50 })).toEqual({
    ...pollResponse,
    hasWaited: true,
  })
  const outcome: Outcome = { id: 'cmd_1', attempt: 1, outcome: 'done', done: 1, output: 'Given' }
  expect(await client.report([outcome])).toEqual([{ id: 'cmd_1', status: 'processed' }])
  expect(await client.link({ gameUserId: 'steve-42' })).toEqual(code)
  expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/games/2.0/init', { serverPort: 25_565 }],
    ['POST', '/api/games/2.0/poll', { online: ['steve-42'], holding: [], most: 10 }],
    ['POST', '/api/games/2.0/report', { outcomes: [outcome] }],
    ['POST', '/api/games/2.0/link', { gameUserId: 'steve-42' }],
  ])
  expect(requests[1]?.headers['prefer']).toBe('wait=50')
})

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

test('outcomes are sent a hundred at a time, and the results keep their order', async () => {
  const outcomes = Array.from({ length: 230 }, (_, i): Outcome => ({ id: `cmd_${i}`, attempt: 1, outcome: 'done' }))
  const { options, requests } = await serveResponses((response, { body }) => {
    const results = (body as { outcomes: Outcome[] }).outcomes.map(({ id }) => ({ id, status: 'processed' }))
    response.end(JSON.stringify({ results }))
  })
  const results = await createDeliveryClient(options).report(outcomes)
  expect(results.map(({ id }) => id)).toEqual(outcomes.map(({ id }) => id))
  expect(requests.map(({ body }) => (body as { outcomes: Outcome[] }).outcomes.length)).toEqual([100, 100, 30])
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
