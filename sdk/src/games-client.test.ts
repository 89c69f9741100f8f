import { expect, test } from 'vitest'
import { QUEUED_COMMAND, PRODUCT, serveResponses, STORE } from '../test/serve-responses.ts'
import { createGamesClient } from './games-client.ts'

test('the client calls the three operations of interface 1.0', async () => {
  const processed = { id: 'cmd_1', status: 'PROCESSED', processedAt: '2026-01-01T00:00:00.000Z' }
  const { options, requests } = await serveResponses({ body: STORE }, { body: { checkouts: [] } }, { body: processed })
  const client = createGamesClient(options)
  expect(await client.init({ serverPort: 30_120 })).toEqual(STORE)
  expect(await client.pendingCommands()).toEqual([])
  expect(await client.markAsProcessed('cmd_1')).toEqual(processed)
  expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/api/games/1.0/init', { serverPort: 30_120 }],
    ['GET', '/api/games/1.0/commands/pending-commands', undefined],
    ['POST', '/api/games/1.0/commands/mark-as-processed', { commandQueueId: 'cmd_1' }],
  ])
})

test('products are a list for every delivery type, whether the store sent products or product', async () => {
  const checkouts = (['APPROVE', 'REFUND', 'EXPIRE'] as const).flatMap((deliveryType) => [
    { ...QUEUED_COMMAND, deliveryType, products: [PRODUCT, PRODUCT] },
    { ...QUEUED_COMMAND, deliveryType, product: PRODUCT },
    { ...QUEUED_COMMAND, deliveryType, product: PRODUCT, products: [PRODUCT] },
  ])
  const { options } = await serveResponses({ body: { checkouts } })
  const commands = await createGamesClient(options).pendingCommands()
  expect(commands.map(({ products }) => products.length)).toEqual([2, 1, 1, 2, 1, 1, 2, 1, 1])
  expect(commands[1]).toEqual({ ...QUEUED_COMMAND, products: [PRODUCT] })
})

test.each([
  ['no products at all', {}],
  ['products that are not a list', { products: PRODUCT }],
  ['commands that are not strings', { product: { ...PRODUCT, commands: [1] } }],
  ['a numeric player id', { product: PRODUCT, gameUserId: 42 }],
])('a queued command with %s is an error, never a partial delivery', async (_, fields) => {
  const { options } = await serveResponses({ body: { checkouts: [{ ...QUEUED_COMMAND, ...fields }] } })
  await expect(createGamesClient(options).pendingCommands()).rejects.toMatchObject({ reason: 'unreadable' })
})

test('a waiting poll sends Prefer, and its wait is added to the timeout', async () => {
  const { options, requests } = await serveResponses((response) => {
    setTimeout(() => response.writeHead(200, { 'preference-applied': 'wait=1' }).end('{"checkouts":[]}'), 300)
  })
  const client = createGamesClient({ ...options, timeoutMs: 100, retries: 0 })
  await expect(client.pollQueue({ wait: 1 })).resolves.toEqual({ commands: [], hasWaited: true })
  expect(requests[0]?.headers['prefer']).toBe('wait=1')
  await expect(client.pollQueue()).rejects.toMatchObject({ reason: 'timeout' })
  expect(requests[1]?.headers['prefer']).toBeUndefined()
})
