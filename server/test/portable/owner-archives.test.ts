import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { type StoreId } from '../../src/ids.ts'
import { exportStore } from '../../src/portable/export-store.ts'
import type { Manifest } from '../../src/portable/manifest.ts'
import { createSealer, parseSealingKeys } from '../../src/seal.ts'
import { insertStoreRows } from '../insert-store-rows.ts'
import { startManagement, storePath, type TestAccount } from '../manage/start-management.ts'
import { SECRET_KEYS } from '../start-store.ts'
import { sealPlantedSecrets } from './seal-planted-secrets.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const PASSPHRASE = 'correct horse battery'
const source = await startManagement()
const sealer = createSealer(parseSealingKeys(SECRET_KEYS) ?? [])
const folder = await mkdtemp(join(tmpdir(), 'quartermaster-archives-'))
afterAll(() => rm(folder, { recursive: true }))

let storeId: StoreId
let owner: TestAccount

beforeAll(async () => {
  storeId = await insertStoreRows(source)
  await sealPlantedSecrets(source, { storeId, sealer })
  owner = await source.addMember(storeId, 'owner')
})

const download = (as: string, { store = storeId, signal }: { store?: StoreId; signal?: AbortSignal } = {}) =>
  fetch(`${source.baseUrl}/api/manage/1.0${storePath(store, '/export')}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    body: JSON.stringify({ passphrase: PASSPHRASE }),
    ...(signal && { signal }),
  })
const auditOf = (id: StoreId) =>
  source.query<{ actor_name: string }>(
    "select actor_name from audit_log where store_id = $1 and action = 'exportStore'",
    [id],
  )
const copySessions = () =>
  source.query(
    "select state from pg_stat_activity where application_name = 'quartermaster-copy' and datname = current_database()",
  )

test('an owner downloads the archive that the command writes, and the audit log has it', async () => {
  const response = await download(owner.token)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const { manifest, files } = await contentOf(Buffer.from(await response.arrayBuffer()))
  expect(await auditOf(storeId)).toEqual([{ actor_name: owner.email }])
  const file = join(folder, 'command.zip')
  const readPassphrase = async () => PASSPHRASE
  await exportStore(source.databaseUrl, { storeId, file, sealer, readPassphrase, version: manifest.version })
  const written = await contentOf(await readFile(file))
  expect({ ...manifest, createdAt: '' }).toEqual({ ...written.manifest, createdAt: '' })
  expect(files).toEqual(written.files)
})

test('nobody but an owner with a recent proof downloads a store', async () => {
  const other = await source.createStoreAs('owner')
  const callers: [string, number, string][] = [
    [(await source.addMember(storeId, 'manager')).token, 403, 'store:write'],
    [(await source.addMember(storeId, 'support')).token, 403, 'store:write'],
    [(await source.addMember(other.storeId, 'owner')).token, 404, 'No such store'],
    [await source.createApiToken(storeId, ['store:write']), 403, 'Only an owner'],
    [(await source.createOperator()).token, 403, 'Only an owner'],
  ]
  const stale = await source.addMember(storeId, 'owner')
  await source.query("update account_sessions set authenticated_at = now() - interval '1 hour' where account_id = $1", [
    stale.accountId,
  ])
  for (const [token, status, text] of [...callers, [stale.token, 403, 'password'] as const]) {
    const { status: found, body } = await source.request('POST', storePath(storeId, '/export'), {
      as: token,
      body: { passphrase: PASSPHRASE },
    })
    expect([found, (body as { detail: string }).detail]).toEqual([status, expect.stringContaining(text)])
  }
  const short = await source.request('POST', storePath(storeId, '/export'), {
    as: owner.token,
    body: { passphrase: 'short' },
  })
  expect(short.body).toMatchObject({ status: 400, field: 'body/passphrase' })
})

test('a client that goes away ends the export, one runs at a time, and a store has a few in an hour', async () => {
  const large = await source.createStore()
  const { token } = await source.addMember(large, 'owner')
  await fillWithEvents(large)
  const leaving = new AbortController()
  const { body } = await download(token, { store: large, signal: leaving.signal })
  await body?.getReader().read()
  await expect.poll(copySessions).toEqual([{ state: 'idle in transaction' }])
  const second = await download(owner.token)
  expect([second.status, await second.json()]).toMatchObject([
    429,
    { detail: expect.stringContaining('Another store') as string },
  ])
  leaving.abort()
  await expect.poll(copySessions, { timeout: 10_000 }).toEqual([])
  for (let i = 0; i < 3; i++)
    expect((await (await download(token, { store: large })).arrayBuffer()).byteLength).toBeGreaterThan(1e6)
  const { status, body: problem } = await source.request('POST', storePath(large, '/export'), {
    as: token,
    body: { passphrase: PASSPHRASE },
  })
  expect([status, problem]).toMatchObject([429, { code: 'rate_limited' }])
})

test('an error in the middle breaks the download', async () => {
  const broken = await source.createStore()
  const { token } = await source.addMember(broken, 'owner')
  await fillWithEvents(broken)
  const response = await download(token, { store: broken })
  expect(response.status).toBe(200)
  const reader = response.body?.getReader()
  await reader?.read()
  await source.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'quartermaster-copy' and datname = current_database()",
  )
  const rest = async () => {
    for (;;) if ((await reader?.read())?.done !== false) return
  }
  await expect(rest()).rejects.toThrow('terminated')
  await expect.poll(copySessions).toEqual([])
})

/** More than the buffers of a connection hold, and hard to compress, so that the export waits for its reader. */
const fillWithEvents = (id: StoreId) =>
  source.query(
    `insert into events (store_id, id, type, body)
     select $1, gen_random_uuid(), 'checkout.paid',
       (select string_agg(encode(sha512((n * 10000 + i)::text::bytea), 'hex'), '') from generate_series(1, 600) i)
     from generate_series(1, 250) n`,
    [id],
  )

async function contentOf(archive: Buffer): Promise<{ manifest: Manifest; files: Record<string, string> }> {
  const zip = await fromBufferPromise(archive, {})
  const files: Record<string, string> = {}
  for await (const entry of zip.eachEntry())
    files[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString()
  const { 'manifest.json': text = '{}', ...rest } = files
  return { manifest: JSON.parse(text) as Manifest, files: rest }
}
