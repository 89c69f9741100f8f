import { createDeliveryClient, createGamesClient, fillCommand, followQueue } from '@quartermaster/sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { formatId } from '../../server/src/ids.ts'
import { startStore } from '../../server/test/start-store.ts'

const store = await startStore()

async function setUp() {
  const storeId = await store.createStore()
  const { serverId, key } = await store.createServer(storeId)
  const productId = await store.createProduct(storeId)
  const options = { url: store.baseUrl, key }
  const client = createDeliveryClient(options)
  return { serverId, options, client, buy: (player: string) => store.sell(storeId, player, [productId]) }
}

describe('the client of 1.0', () => {
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
})

describe('the client of 2.0', () => {
  test('init names the store and the server', async () => {
    const { client, serverId } = await setUp()
    expect(await client.init({ serverPort: 25_565 })).toMatchObject({
      store: { name: 'Vale ⚔ Store' },
      server: { id: formatId('srv', serverId), name: 'lobby' },
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
    expect(lines?.map((line) => fillCommand(line, { userId: 'steve-42' }, 'minecraft'))).toEqual([
      'addvip steve-42 gold',
    ])
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
})
