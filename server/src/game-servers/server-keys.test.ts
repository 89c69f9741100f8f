import { expect, test } from 'vitest'
import { rememberKey, startStore, type TestServer } from '../../test/start-store.ts'
import { only } from '../../test/store-records.ts'
import { inStore } from '../db/database.ts'
import { type GameServerId, newId, type ServerKeyId } from '../ids.ts'
import { hashSecretToken } from '../secret-token.ts'
import { importServerKey, createServerKey } from './add-server-key.ts'
import { authenticateServer } from './authenticate-server.ts'
import { listGameServers } from './list-game-servers.ts'
import { revokeServerKeys, type WhichKeys } from './revoke-server-keys.ts'
import { isForged, isOwnKey, newServerKey } from './server-key.ts'

const store = await startStore()
const { app, gateway } = store.database
const newServer = async () => store.createServer(await store.createStore())
const serverOf = async (key: string) => (await authenticateServer(gateway, key))?.serverId

const revoke = ({ storeId, serverId }: TestServer, which: WhichKeys) =>
  revokeServerKeys(app, { storeId, serverId, which })

async function issue({ storeId, serverId }: TestServer) {
  const issued = await inStore(app, storeId, (tx) => createServerKey(tx, { storeId, serverId, cell: 't1' }))
  rememberKey(issued.key)
  return issued
}

function imported({ storeId, serverId }: TestServer, key: string) {
  return inStore(app, storeId, (tx) => importServerKey(tx, { storeId, serverId, key }))
}

test('one key can be revoked by its id, repeatedly, and all keys at once', async () => {
  const server = await newServer()
  const { key, keyId } = await issue(server)
  expect(await revoke(server, { keyId })).toEqual([keyId])
  expect(await revoke(server, { keyId })).toEqual([keyId])
  expect([await serverOf(server.key), await serverOf(key)]).toEqual([server.serverId, undefined])
  expect(await revoke(server, 'all')).toHaveLength(1)
  expect(await revoke(server, 'all')).toEqual([])
  expect(await serverOf(server.key)).toBeUndefined()
})

test('a key of another server cannot be revoked through this one', async () => {
  const [mine, theirs] = [await newServer(), await newServer()]
  const { keyId } = await issue(theirs)
  for (const id of [keyId, newId<ServerKeyId>()]) {
    await expect(revoke(mine, { keyId: id })).rejects.toMatchObject({ code: 'not_found' })
  }
  await expect(revoke({ ...theirs, storeId: mine.storeId }, { keyId })).rejects.toMatchObject({ code: 'not_found' })
})

test('at most five keys are active, even after ten concurrent requests', async () => {
  const server = await newServer()
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => issue(server)))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(6)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'too_many_keys' })
  await revoke(server, 'all-but-newest')
  await issue(server)
})

test('a key of another platform can be imported once in the whole installation, and is listed as imported', async () => {
  const [first, second] = [await newServer(), await newServer()]
  const key = `3f1c9a52-77aa-4a60-9f5e-${Date.now()}`
  rememberKey(key)
  const { keyId } = await imported(first, key)
  expect(await serverOf(key)).toBe(first.serverId)
  await expect(imported(second, key)).rejects.toMatchObject({ code: 'key_in_use' })
  await revoke(first, { keyId })
  await expect(imported(first, key)).rejects.toMatchObject({ code: 'key_in_use' })
  const [listed] = await listGameServers(app, { storeId: first.storeId })
  expect(listed?.keys.map(({ source, revokedAt }) => [source, revokedAt === null])).toEqual([
    ['issued', true],
    ['imported', false],
  ])
})

test('of ten servers that concurrently import the same key one gets it', async () => {
  const servers = await Promise.all(Array.from({ length: 10 }, newServer))
  const key = `shared-key-${Date.now()}-0123456789`
  rememberKey(key)
  const done = await Promise.allSettled(servers.map((server) => imported(server, key)))
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a key that is too short, too long, has spaces or starts with our prefix cannot be imported', async () => {
  const server = await newServer()
  for (const key of ['short', 'x'.repeat(257), 'with a blank in the middle', 'with-ümlaut-0123456789', server.key]) {
    await expect(imported(server, key)).rejects.toMatchObject({ code: 'invalid_request' })
  }
})

test('a key cannot be created for a server that does not exist', async () => {
  const { storeId } = await newServer()
  await expect(issue({ storeId, serverId: newId<GameServerId>(), key: '' })).rejects.toMatchObject({
    code: 'not_found',
  })
  const foreign = await newServer()
  await expect(issue({ ...foreign, storeId })).rejects.toMatchObject({ code: 'not_found' })
})

test('no column of any table contains a key or its secret part: the database stores hashes only', async () => {
  const server = await newServer()
  const { key } = await issue(server)
  const foreign = `opaque-key-${Date.now()}-abcdefghij`
  rememberKey(foreign)
  await imported(server, foreign)
  await store.init(key)
  await store.poll(foreign)
  const tables = await store.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname = 'public'`,
  )
  expect(tables.length).toBeGreaterThan(10)
  const found: string[] = []
  for (const { name } of tables) {
    for (const secret of [server.key, key, foreign].map((text) => text.slice(text.lastIndexOf('_') + 1))) {
      const rows = await store.query(`select from ${name} t where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0`, [
        secret,
        Buffer.from(secret).toString('hex'),
      ])
      if (rows.length > 0) found.push(name)
    }
  }
  expect(found).toEqual([])
  const { hash } = only(
    await store.query<{ hash: Buffer }>(
      "select key_hash as hash from server_keys where server_id = $1 and source = 'imported'",
      [server.serverId],
    ),
  )
  expect(hash).toEqual(hashSecretToken(foreign))
})

test('a key contains its cell, 32 random characters and a checksum that detects every typo', () => {
  const key = newServerKey('eu1')
  expect(key).toMatch(/^qm_eu1_[0-9A-Za-z]{38}$/)
  expect(isOwnKey(key)).toBe(true)
  for (let i = 7; i < key.length; i++) {
    const typo = key.slice(0, i) + (key[i] === 'x' ? 'y' : 'x') + key.slice(i + 1)
    expect(isForged(typo), typo).toBe(true)
  }
})

test('a key of another platform does not count as forged', () => {
  expect(isForged('3f1c9a52-77aa-4a60-9f5e-0d8a2f0c1b11')).toBe(false)
})

test('a thousand keys are all different', () => {
  expect(new Set(Array.from({ length: 1000 }, () => newServerKey('c1'))).size).toBe(1000)
})
