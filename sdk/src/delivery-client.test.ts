import { expect, test } from 'vitest'
import { DELIVERY, serveAnswers, STORE } from '../test/serve-answers.ts'
import { createDeliveryClient } from './delivery-client.ts'
import type { Outcome } from './types.ts'

test('the three operations are called as the interface 2.0 says', async () => {
  const welcome = { store: STORE, server: { id: 'srv_1', name: 'Survival' } }
  const deliveries = { commands: [DELIVERY], more: true }
  const { options, asked } = await serveAnswers(
    { body: welcome },
    { body: deliveries, headers: { 'preference-applied': 'wait=50' } },
    { body: { results: [{ id: 'cmd_1', status: 'processed' }] } },
  )
  const client = createDeliveryClient(options)
  expect(await client.init({ serverPort: 25_565 })).toEqual(welcome)
  expect(await client.poll({ online: ['steve-42'], holding: [], most: 10 }, { wait: 50 })).toEqual({
    ...deliveries,
    hasWaited: true,
  })
  const outcome: Outcome = { id: 'cmd_1', attempt: 1, outcome: 'done', done: 1, output: 'Given' }
  expect(await client.report([outcome])).toEqual([{ id: 'cmd_1', status: 'processed' }])
  expect(asked.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/games/2.0/init', { serverPort: 25_565 }],
    ['POST', '/api/games/2.0/poll', { online: ['steve-42'], holding: [], most: 10 }],
    ['POST', '/api/games/2.0/report', { outcomes: [outcome] }],
  ])
  expect(asked[1]?.headers['prefer']).toBe('wait=50')
})

test('nothing has to be said: init without a port and a poll without players are empty objects', async () => {
  const { options, asked } = await serveAnswers(
    { body: { store: STORE, server: { id: 'srv_1', name: 'Survival' } } },
    { body: { commands: [], more: false } },
  )
  const client = createDeliveryClient(options)
  await client.init()
  await client.poll()
  expect(asked.map(({ body }) => body)).toEqual([{}, {}])
})

test('outcomes go out a hundred at a time, and their results come back in their order', async () => {
  const outcomes = Array.from({ length: 230 }, (_, i): Outcome => ({ id: `cmd_${i}`, attempt: 1, outcome: 'done' }))
  const { options, asked } = await serveAnswers((response, { body }) => {
    const results = (body as { outcomes: Outcome[] }).outcomes.map(({ id }) => ({ id, status: 'processed' }))
    response.end(JSON.stringify({ results }))
  })
  const settled = await createDeliveryClient(options).report(outcomes)
  expect(settled.map(({ id }) => id)).toEqual(outcomes.map(({ id }) => id))
  expect(asked.map(({ body }) => (body as { outcomes: Outcome[] }).outcomes.length)).toEqual([100, 100, 30])
})

test('no outcomes are no request', async () => {
  const { options, asked } = await serveAnswers()
  expect(await createDeliveryClient(options).report([])).toEqual([])
  expect(asked).toHaveLength(0)
})

test('fewer results than outcomes are no answer: something would look reported that is not', async () => {
  const { options } = await serveAnswers({ body: { results: [] } })
  const report = createDeliveryClient(options).report([{ id: 'cmd_1', attempt: 1, outcome: 'done' }])
  await expect(report).rejects.toMatchObject({ reason: 'unreadable' })
})

test.each(['attempt', 'done', 'products', 'conditions', 'gameUserId'])(
  'a command without %s is refused',
  async (field) => {
    const command = Object.fromEntries(Object.entries(DELIVERY).filter(([name]) => name !== field))
    const { options } = await serveAnswers({ body: { commands: [command], more: false } })
    await expect(createDeliveryClient(options).poll()).rejects.toMatchObject({ reason: 'unreadable' })
  },
)
