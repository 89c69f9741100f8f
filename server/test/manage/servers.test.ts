import { expect, test } from 'vitest'
import { formatId, type GameServerId, newId, type ServerKeyId } from '../../src/ids.ts'
import { QUEUE, rememberKey } from '../start-store.ts'
import { startManagement, withoutRequestId } from './start-management.ts'

const platform = await startManagement({ env: { TRUST_PROXY: '127.0.0.1' } })

const poll = async (key: unknown, address = '203.0.113.7') =>
  (await platform.call('GET', QUEUE, { key: String(key), headers: { 'x-forwarded-for': address } })).status

test('a server gets a key that is returned once, and its keys can be restricted, replaced and revoked', async () => {
  const { request } = await platform.createStoreAs('manager')
  const created = await request('POST', '/servers', {
    name: 'lobby',
    profile: 'fivem',
    allowedAddresses: ['203.0.113.7'],
  })
  const { id } = created.body
  const key = String(created.body['key'])
  rememberKey(key)
  expect(created.status).toBe(201)
  expect([await poll(key), await poll(key, '198.51.100.9')]).toEqual([200, 401])
  await platform.games.watch.flush()
  const server = await request('GET', `/servers/${id}`)
  expect(server.text).not.toContain(key)
  expect(server.body).toMatchObject({
    name: 'lobby',
    profile: 'fivem',
    isDefault: true,
    allowedAddresses: ['203.0.113.7/32'],
    keys: [
      {
        revokedAt: null,
        usedFrom: expect.arrayContaining([expect.objectContaining({ ipAddress: '203.0.113.7' })]) as unknown,
      },
    ],
    warnings: [{ code: 'address_rejected', ipAddress: '198.51.100.9' }],
  })
  const etag = server.headers.get('etag') ?? ''
  const updated = await request('PATCH', `/servers/${id}`, { name: 'hall', allowedAddresses: [] }, { 'if-match': etag })
  expect(updated.body).toMatchObject({ name: 'hall', profile: 'fivem', allowedAddresses: [] })
  expect((await request('PATCH', `/servers/${id}`, { name: 'x' }, { 'if-match': etag })).status).toBe(412)
  expect(await poll(key, '198.51.100.9')).toBe(200)

  const issued = await request('POST', `/servers/${id}/keys`)
  rememberKey(String(issued.body['key']))
  const imported = `an-older-key-${newId()}`
  rememberKey(imported)
  expect((await request('POST', `/servers/${id}/keys/import`, { key: imported })).status).toBe(201)
  expect([await poll(key), await poll(issued.body['key']), await poll(imported)]).toEqual([200, 200, 200])
  expect((await request('DELETE', `/servers/${id}/keys/${issued.body.id}`)).status).toBe(204)
  const revoked = await request('POST', `/servers/${id}/keys/revoke`, { keepNewest: true })
  expect(revoked.body).toEqual({ keyIds: [created.body['keyId']] })
  await platform.games.callers.readChanges()
  expect([await poll(key), await poll(issued.body['key']), await poll(imported)]).toEqual([401, 401, 200])
  expect((await request('POST', `/servers/${id}/keys/revoke`, { keepNewest: false })).body['keyIds']).toHaveLength(1)
  await platform.games.callers.readChanges()
  expect(await poll(imported)).toBe(401)
})

test('concurrent requests with the same Idempotency-Key create one server and return the same key', async () => {
  const { storeId, request } = await platform.createStoreAs('manager')
  const create = () => request('POST', '/servers', { name: 'lobby' }, { 'idempotency-key': 'once' })
  const responses = await Promise.all([create(), create(), create()])
  rememberKey(String(responses[0].body['key']))
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
  expect(await platform.query('select from game_servers where store_id = $1', [storeId])).toHaveLength(1)
})

test('another server can become the default server, and then gets the deliveries', async () => {
  const { storeId, request } = await platform.createStoreAs('manager')
  const first = formatId('srv', (await platform.createServer(storeId)).serverId)
  const second = formatId('srv', (await platform.createServer(storeId)).serverId)
  expect((await request('POST', `/servers/${second}/make-default`)).body).toMatchObject({ isDefault: true })
  expect((await request('GET', `/servers/${first}`)).body).toMatchObject({ isDefault: false })
  expect((await request('GET', '/servers?limit=1')).body.items.map(({ id }) => id)).toEqual([first])
  const product = { name: 'Crate', priceMinor: 500, commands: { approve: ['crate {userId}'] } }
  const { id: productId } = (await request('POST', '/products', product)).body
  for (const gameUserId of ['ana', 'bo']) await request('POST', '/checkouts', { gameUserId, items: [{ productId }] })
  expect((await request('GET', '/servers')).body.items).toMatchObject([
    { id: first, pendingDeliveries: 0 },
    { id: second, pendingDeliveries: 2 },
  ])
})

test('a server of another store gets the same response as one that does not exist', async () => {
  const { request } = await platform.createStoreAs('manager')
  const foreign = await platform.createServer(await platform.createStore())
  const [row] = await platform.query<{ id: ServerKeyId }>('select id from server_keys where server_id = $1', [
    foreign.serverId,
  ])
  const keyId = formatId('key', row?.id ?? newId<ServerKeyId>())
  const imported = `some-key-${newId()}`
  rememberKey(imported)
  const requests = [
    (id: string) => request('GET', `/servers/${id}`),
    (id: string) => request('PATCH', `/servers/${id}`, { name: 'x' }, { 'if-match': '*' }),
    (id: string) => request('POST', `/servers/${id}/make-default`),
    (id: string) => request('POST', `/servers/${id}/keys`),
    (id: string) => request('POST', `/servers/${id}/keys/import`, { key: imported }),
    (id: string) => request('POST', `/servers/${id}/keys/revoke`, { keepNewest: false }),
    (id: string) => request('DELETE', `/servers/${id}/keys/${keyId}`),
  ]
  for (const send of requests) {
    const response = withoutRequestId(await send(formatId('srv', foreign.serverId)))
    expect(response).toEqual(withoutRequestId(await send(formatId('srv', newId<GameServerId>()))))
    expect(response.status).toBe(404)
  }
  expect(await poll(foreign.key)).toBe(200)
})
