import { expect, test } from 'vitest'
import { formatId, type GameServerId, newId, type ServerKeyId, type StoreId } from '../../src/ids.ts'
import { QUEUE, rememberKey } from '../start-store.ts'
import { openDesk, storePath } from './open-desk.ts'

const desk = await openDesk({ env: { TRUST_PROXY: '127.0.0.1' } })

async function manager(storeId?: StoreId) {
  const id = storeId ?? (await desk.createStore())
  const { token: as } = await desk.member(id, 'manager')
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await desk.ask(method, storePath(id, path), { as, ...(body !== undefined && { body }), headers })
    return { ...answer, body: answer.body as Record<string, unknown> & { id: string; key: string } }
  }
  return { storeId: id, ask }
}

const poll = async (key: string, address = '203.0.113.7') =>
  (await desk.call('GET', QUEUE, { key, headers: { 'x-forwarded-for': address } })).status

test('a server is made with a key that is shown once, and bound, rotated and revoked', async () => {
  const { ask } = await manager()
  const made = await ask('POST', '/servers', { name: 'lobby', profile: 'fivem', addresses: ['203.0.113.7'] })
  const { id, key } = made.body
  rememberKey(key)
  expect(made.status).toBe(201)
  expect([await poll(key), await poll(key, '198.51.100.9')]).toEqual([200, 401])
  await desk.games.watch.flush()
  const shown = await ask('GET', `/servers/${id}`)
  expect(shown.text).not.toContain(key)
  expect(shown.body).toMatchObject({
    name: 'lobby',
    profile: 'fivem',
    isDefault: true,
    addresses: ['203.0.113.7/32'],
    keys: [
      {
        revokedAt: null,
        usedFrom: expect.arrayContaining([expect.objectContaining({ address: '203.0.113.7' })]) as unknown,
      },
    ],
    warnings: [{ code: 'address_rejected', address: '198.51.100.9' }],
  })
  const etag = shown.headers.get('etag') ?? ''
  const edited = await ask('PATCH', `/servers/${id}`, { name: 'hall', addresses: [] }, { 'if-match': etag })
  expect(edited.body).toMatchObject({ name: 'hall', profile: 'fivem', addresses: [] })
  expect((await ask('PATCH', `/servers/${id}`, { name: 'x' }, { 'if-match': etag })).status).toBe(412)
  expect(await poll(key, '198.51.100.9')).toBe(200)

  const issued = await ask('POST', `/servers/${id}/keys`)
  rememberKey(issued.body.key)
  const imported = `an-older-key-${newId()}`
  rememberKey(imported)
  expect((await ask('POST', `/servers/${id}/keys/import`, { key: imported })).status).toBe(201)
  expect([await poll(key), await poll(issued.body.key), await poll(imported)]).toEqual([200, 200, 200])
  expect((await ask('DELETE', `/servers/${id}/keys/${issued.body.id}`)).status).toBe(204)
  const rest = await ask('POST', `/servers/${id}/keys/revoke`, { which: 'all-but-newest' })
  expect(rest.body['revoked']).toEqual([made.body['keyId']])
  await desk.games.callers.hearChanges()
  expect([await poll(key), await poll(issued.body.key), await poll(imported)]).toEqual([401, 401, 200])
})

test('the same request under one key makes one server and shows the same key again', async () => {
  const { storeId, ask } = await manager()
  const make = () => ask('POST', '/servers', { name: 'lobby' }, { 'idempotency-key': 'once' })
  const answers = await Promise.all([make(), make(), make()])
  rememberKey(answers[0].body.key)
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await desk.query('select from game_servers where store_id = $1', [storeId])).toHaveLength(1)
})

test('another server becomes the default one', async () => {
  const { storeId, ask } = await manager()
  const first = await desk.createServer(storeId)
  const second = await desk.createServer(storeId)
  const made = await ask('POST', `/servers/${formatId('srv', second.serverId)}/make-default`)
  expect(made.body).toMatchObject({ isDefault: true })
  expect((await ask('GET', `/servers/${formatId('srv', first.serverId)}`)).body).toMatchObject({ isDefault: false })
  const { items } = (await ask('GET', '/servers?limit=1')).body as unknown as { items: { id: string }[] }
  expect(items.map(({ id }) => id)).toEqual([formatId('srv', first.serverId)])
})

test("another store's server is answered like one that is not there, whatever is asked of it", async () => {
  const mine = await manager()
  const foreign = await desk.createServer(await desk.createStore())
  const [there] = await desk.query<{ id: ServerKeyId }>('select id from server_keys where server_id = $1', [
    foreign.serverId,
  ])
  const keyId = formatId('key', there?.id ?? newId<ServerKeyId>())
  const plain = (answer: { status: number; text: string }) => ({
    status: answer.status,
    text: answer.text.replace(/"requestId":"[^"]*"/, ''),
  })
  const imported = `some-key-${newId()}`
  rememberKey(imported)
  const asks = [
    (id: string) => mine.ask('GET', `/servers/${id}`),
    (id: string) => mine.ask('PATCH', `/servers/${id}`, { name: 'x' }, { 'if-match': '*' }),
    (id: string) => mine.ask('POST', `/servers/${id}/make-default`),
    (id: string) => mine.ask('POST', `/servers/${id}/keys`),
    (id: string) => mine.ask('POST', `/servers/${id}/keys/import`, { key: imported }),
    (id: string) => mine.ask('POST', `/servers/${id}/keys/revoke`, { which: 'all' }),
    (id: string) => mine.ask('DELETE', `/servers/${id}/keys/${keyId}`),
  ]
  for (const ask of asks) {
    const answer = plain(await ask(formatId('srv', foreign.serverId)))
    expect(answer).toEqual(plain(await ask(formatId('srv', newId<GameServerId>()))))
    expect(answer.status).toBe(404)
  }
  expect(await poll(foreign.key)).toBe(200)
})
