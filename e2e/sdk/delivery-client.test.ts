import { createDeliveryClient, fillCommand } from '@quartermaster/sdk'
import { expect, test } from 'vitest'
import { formatId } from '../../server/src/ids.ts'
import { startStore } from '../../server/test/start-store.ts'

const store = await startStore()

async function setUp() {
  const storeId = await store.createStore()
  const server = await store.createServer(storeId)
  const productId = await store.createProduct(storeId)
  const client = createDeliveryClient({ url: store.baseUrl, key: server.key })
  return { storeId, server, client, buy: (player: string) => store.sell(storeId, player, [productId]) }
}

test('init names the store and the server', async () => {
  const { client, server } = await setUp()
  expect(await client.init({ serverPort: 25_565 })).toMatchObject({
    store: { name: 'Vale ⚔ Store' },
    server: { id: formatId('srv', server.serverId), name: 'lobby' },
  })
})

test('a delivery is polled and reported', async () => {
  const { client, buy } = await setUp()
  await buy('steve-42')
  const { commands, more } = await client.poll()
  expect(more).toBe(false)
  expect(commands).toMatchObject([{ gameUserId: 'steve-42', deliveryType: 'APPROVE', attempt: 1, done: 0 }])
  const [command] = commands
  const id = command?.id ?? ''
  const lines = command?.products.flatMap((product) => product.commands)
  expect(lines?.map((line) => fillCommand(line, { userId: 'steve-42' }, 'minecraft'))).toEqual(['addvip steve-42 gold'])
  const outcome = { id, attempt: 1, outcome: 'done', done: 1, output: 'ok' } as const
  expect(await client.report([outcome])).toEqual([{ id, status: 'processed' }])
  expect(await client.report([outcome])).toEqual([{ id, status: 'processed' }])
  expect(await client.poll()).toMatchObject({ commands: [] })
})

test('a poll leaves out deliveries that the client holds, and a new one ends its wait', async () => {
  const { client, buy } = await setUp()
  await buy('ann')
  const [first] = (await client.poll()).commands
  const waiting = client.poll({ holding: [first?.id ?? ''] }, { wait: 20 })
  await expect.poll(() => store.games.waitingPolls.count()).toBe(1)
  await buy('bob')
  expect(await waiting).toMatchObject({ commands: [{ gameUserId: 'bob' }], hasWaited: true })
})

test('120 outcomes are sent in two requests, and every result is returned', async () => {
  const { client, buy } = await setUp()
  await Promise.all(Array.from({ length: 120 }, (_, i) => buy(`player-${i}`)))
  const { commands } = await client.poll()
  expect(commands).toHaveLength(120)
  const results = await client.report(commands.map(({ id, attempt }) => ({ id, attempt, outcome: 'done' })))
  expect(results.map(({ id }) => id)).toEqual(commands.map(({ id }) => id))
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['processed']))
})

test('a failed delivery is retried, an uncertain delivery is held', async () => {
  const { client, buy } = await setUp()
  await buy('ann')
  await buy('bob')
  const [ann, bob] = (await client.poll()).commands
  const results = await client.report([
    { id: ann?.id ?? '', attempt: 1, outcome: 'failed', done: 0, reason: 'Unknown command' },
    { id: bob?.id ?? '', attempt: 1, outcome: 'in_doubt', reason: 'The console went away' },
  ])
  expect(results).toMatchObject([{ status: 'waiting', retryAt: expect.any(String) }, { status: 'held' }])
})
