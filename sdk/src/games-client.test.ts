import { expect, test } from 'vitest'
import { QUEUED_COMMAND, PRODUCT, serveResponses } from '../test/serve-responses.ts'
import { createGamesClient } from './games-client.ts'

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
