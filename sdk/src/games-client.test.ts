import { expect, test } from 'vitest'
import { ELEMENT, PRODUCT, serveAnswers, STORE } from '../test/serve-answers.ts'
import { createGamesClient } from './games-client.ts'

test('the three operations are called as the interface 1.0 says', async () => {
  const processed = { id: 'cmd_1', status: 'PROCESSED', processedAt: '2026-01-01T00:00:00.000Z' }
  const { options, asked } = await serveAnswers({ body: STORE }, { body: { checkouts: [] } }, { body: processed })
  const client = createGamesClient(options)
  expect(await client.init({ serverPort: 30_120 })).toEqual(STORE)
  expect(await client.pendingCommands()).toEqual([])
  expect(await client.markAsProcessed('cmd_1')).toEqual(processed)
  expect(asked.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/games/1.0/init', { serverPort: 30_120 }],
    ['GET', '/api/games/1.0/commands/pending-commands', undefined],
    ['POST', '/api/games/1.0/commands/mark-as-processed', { commandQueueId: 'cmd_1' }],
  ])
})

test('products are a list, whether products or product came, of every delivery type', async () => {
  const checkouts = (['APPROVE', 'REFUND', 'EXPIRE'] as const).flatMap((deliveryType) => [
    { ...ELEMENT, deliveryType, products: [PRODUCT, PRODUCT] },
    { ...ELEMENT, deliveryType, product: PRODUCT },
    { ...ELEMENT, deliveryType, product: PRODUCT, products: [PRODUCT] },
  ])
  const { options } = await serveAnswers({ body: { checkouts } })
  const commands = await createGamesClient(options).pendingCommands()
  expect(commands.map(({ products }) => products.length)).toEqual([2, 1, 1, 2, 1, 1, 2, 1, 1])
  expect(commands[1]).toEqual({ ...ELEMENT, products: [PRODUCT] })
})

test.each([
  ['no products at all', {}],
  ['products that are no list', { products: PRODUCT }],
  ['commands that are no texts', { product: { ...PRODUCT, commands: [1] } }],
  ['a player that is a number', { product: PRODUCT, gameUserId: 42 }],
])('an element with %s is an error, and never half a delivery', async (_, fields) => {
  const { options } = await serveAnswers({ body: { checkouts: [{ ...ELEMENT, ...fields }] } })
  await expect(createGamesClient(options).pendingCommands()).rejects.toMatchObject({ reason: 'unreadable' })
})

test('a poll that may wait says so, and has the wait on top of its time', async () => {
  const { options, asked } = await serveAnswers((response) => {
    setTimeout(() => response.writeHead(200, { 'preference-applied': 'wait=1' }).end('{"checkouts":[]}'), 300)
  })
  const client = createGamesClient({ ...options, timeoutMs: 100, retries: 0 })
  await expect(client.pollQueue({ wait: 1 })).resolves.toEqual({ commands: [], hasWaited: true })
  expect(asked[0]?.headers['prefer']).toBe('wait=1')
  await expect(client.pollQueue()).rejects.toMatchObject({ reason: 'timeout' })
  expect(asked[1]?.headers['prefer']).toBeUndefined()
})
