import { expect, test } from 'vitest'
import { inStore } from '../../src/db/database.ts'
import { updateGameServer } from '../../src/game-servers/update-game-server.ts'
import { newId } from '../../src/ids.ts'
import { INIT, QUEUE, REPORT, rememberKey, startStore, type TestServer } from '../start-store.ts'
import { createServerKey } from '../../src/game-servers/add-server-key.ts'

const store = await startStore({ env: { TRUST_PROXY: '127.0.0.1' } })
const HERE = '203.0.113.7'
const ELSEWHERE = '198.51.100.9'

const newServer = async () => store.createServer(await store.createStore())

async function bind({ storeId, serverId }: TestServer, allowedAddresses: string[]): Promise<void> {
  await inStore(store.database.app, storeId, (tx) => updateGameServer(tx, { storeId, serverId, allowedAddresses }))
  await store.games.callers.readChanges()
}

const from = (address: string) => ({ 'x-forwarded-for': address })
const poll = async (key: string, address: string) =>
  (await store.call('GET', QUEUE, { key, headers: from(address) })).status

test('a key of a bound server works from its allowed addresses only, on every operation, and everywhere as soon as it is unbound', async () => {
  const server = await newServer()
  const { key } = server
  expect(await poll(key, ELSEWHERE)).toBe(200)
  await bind(server, [HERE, '2001:db8::/32'])
  // It was admitted from this address a moment ago.
  expect(await poll(key, ELSEWHERE)).toBe(401)
  for (const address of [HERE, '2001:db8:1::5', `::ffff:${HERE}`, HERE])
    expect(await poll(key, address), address).toBe(200)
  for (const address of [ELSEWHERE, '2001:db9::1', '203.0.113.8', '::ffff:198.51.100.9', ELSEWHERE]) {
    expect(await poll(key, address), address).toBe(401)
  }
  // The address of the proxy counts instead, and it is not allowed.
  expect(await poll(key, 'nonsense')).toBe(401)
  for (const address of [`${HERE}:5678`, '[2001:db8::5]:443', '[2001:db8::5]', `spoofed, ${HERE}:1`])
    expect(await poll(key, address), address).toBe(200)
  expect(await poll(key, `${ELSEWHERE}:5678`)).toBe(401)
  const calls = [
    ['POST', INIT, { serverPort: 1 }],
    ['POST', QUEUE, {}],
    ['POST', REPORT, { commandQueueId: 'x' }],
    ['POST', '/api/games/2.0/init', {}],
    ['POST', '/api/games/2.0/poll', {}],
  ] as const
  for (const [method, path, body] of calls) {
    const { status } = await store.call(method, path, { key, body, headers: from(ELSEWHERE) })
    expect(status, path).toBe(401)
  }
  expect((await store.call('POST', INIT, { key, body: { serverPort: 1 }, headers: from(HERE) })).status).toBe(200)
  await inStore(store.database.app, server.storeId, (tx) => updateGameServer(tx, { ...server, allowedAddresses: [] }))
  expect(await poll(key, ELSEWHERE)).toBe(200)
})

test('a call from an address that is not allowed gets the response of an unknown key, byte for byte', async () => {
  const server = await newServer()
  await bind(server, [HERE])
  const pollFromElsewhere = async (key: string) => {
    const { status, text, headers } = await store.call('GET', QUEUE, { key, headers: from(ELSEWHERE) })
    const names = [...headers.keys()].sort()
    return { status, text: text.replace(headers.get('x-request-id') ?? '?', ''), names }
  }
  expect(await pollFromElsewhere(server.key)).toEqual(await pollFromElsewhere(`some-other-key-${newId()}`))
})

test('a forwarding header from a client that is not a trusted proxy is ignored', async () => {
  const direct = await startStore()
  const { storeId, serverId, key } = await direct.createServer(await direct.createStore())
  await inStore(direct.database.app, storeId, (tx) =>
    updateGameServer(tx, { storeId, serverId, allowedAddresses: [HERE] }),
  )
  await direct.games.callers.readChanges()
  expect((await direct.call('GET', QUEUE, { key, headers: from(HERE) })).status).toBe(401)
})

test('every key of a bound server is bound, also one that is created later', async () => {
  const server = await newServer()
  await bind(server, [HERE])
  const { key } = await inStore(store.database.app, server.storeId, (tx) =>
    createServerKey(tx, { ...server, cell: 't1' }),
  )
  rememberKey(key)
  expect([await poll(key, HERE), await poll(key, ELSEWHERE)]).toEqual([200, 401])
})

test('a server cannot be bound to text that is not an address', async () => {
  const { storeId, serverId } = await newServer()
  const invalid = [
    '',
    'lobby.example',
    '1.2.3',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '::ffff:10.0.0.0/104',
    '10.0.0.0/',
    '::/129',
  ]
  for (const address of invalid) {
    const bound = inStore(store.database.app, storeId, (tx) =>
      updateGameServer(tx, { storeId, serverId, allowedAddresses: [address] }),
    )
    await expect(bound, address).rejects.toMatchObject({ code: 'invalid_request' })
  }
})

test('a forwarded address that cannot be read does not stop a delivery', async () => {
  const server = await newServer()
  const calls = [
    ['POST', INIT, { serverPort: 1 }],
    ['GET', QUEUE, undefined],
    ['POST', '/api/games/2.0/init', {}],
    ['POST', '/api/games/2.0/poll', {}],
  ] as const
  for (const address of ['unknown', 'a'.repeat(65), '_hidden:77', '1.2.3.4:', '[::1', '']) {
    for (const [method, path, body] of calls) {
      const { status } = await store.call(method, path, { key: server.key, body, headers: from(address) })
      expect(status, `${path} ${address}`).toBe(200)
    }
  }
})
