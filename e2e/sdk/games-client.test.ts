import { createGamesClient, followQueue } from '@quartermaster/sdk'
import { expect, onTestFinished, test } from 'vitest'
import { startStore } from '../../server/test/start-store.ts'

const store = await startStore()

async function setUp() {
  const storeId = await store.createStore()
  const server = await store.createServer(storeId)
  const productId = await store.createProduct(storeId)
  const options = { url: store.baseUrl, key: server.key }
  return { storeId, productId, options, buy: (player: string) => store.sell(storeId, player, [productId]) }
}

test.each(['raw', 'bearer'] as const)('a delivery is polled and reported with a %s key', async (scheme) => {
  const { options, buy } = await setUp()
  const client = createGamesClient({ ...options, scheme })
  expect(await client.init({ serverPort: 30_120 })).toMatchObject({ name: 'Vale ⚔ Store', url: 'vale.example' })
  await buy('steve-42')
  const [command, ...others] = await client.pendingCommands()
  expect(others).toEqual([])
  expect(command).toMatchObject({
    gameUserId: 'steve-42',
    deliveryType: 'APPROVE',
    products: [{ name: 'VIP Gold', commands: ['addvip {userId} gold'] }],
  })
  const id = command?.id ?? ''
  const first = await client.markAsProcessed(id)
  expect(first).toMatchObject({ id, status: 'PROCESSED' })
  expect(await client.markAsProcessed(id)).toEqual(first)
  expect(await client.pendingCommands()).toEqual([])
})

test('followQueue yields a sale during a waiting poll', async () => {
  const { options, buy } = await setUp()
  const client = createGamesClient(options)
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const players: string[] = []
  const following = (async () => {
    for await (const commands of followQueue(client, { signal: controller.signal, intervalMs: 60_000 })) {
      for (const { id, gameUserId } of commands) {
        players.push(gameUserId)
        await client.markAsProcessed(id)
      }
    }
  })()
  await expect.poll(() => store.games.waitingPolls.count()).toBe(1)
  await buy('ann')
  await expect.poll(() => players).toEqual(['ann'])
  await buy('bob')
  await expect.poll(() => players).toEqual(['ann', 'bob'])
  controller.abort()
  await following
})

test('a wrong key is an error with status, code and request id, and is not retried', async () => {
  const { options } = await setUp()
  const key = `${options.key.slice(0, -4)}0000`
  await expect(createGamesClient({ ...options, key }).pendingCommands()).rejects.toMatchObject({
    name: 'StoreError',
    status: 401,
    code: 'unauthorized',
    requestId: expect.stringMatching(/./),
    isRetryable: false,
  })
})

test('a report of an unknown command is an error', async () => {
  const { options } = await setUp()
  const report = createGamesClient(options).markAsProcessed('cmd_01h455vb4pex5vsknk084sn02q')
  await expect(report).rejects.toMatchObject({ status: 404, code: 'not_found' })
})
