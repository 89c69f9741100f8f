import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId, type StoreId } from '../../src/ids.ts'
import type { Manifest } from '../../src/portable/manifest.ts'
import { exportStore } from '../../src/portable/export-store.ts'
import { importStore } from '../../src/portable/import-store.ts'
import { SEALED_COLUMNS } from '../../src/portable/sealed-columns.ts'
import { LEFT_OUT, readTenantTables } from '../../src/portable/tenant-tables.ts'
import { migrate } from '../../src/setup/migrate.ts'
import { createSealer, parseSealingKeys } from '../../src/seal.ts'
import { openSecret } from '../../src/webhooks/endpoints/endpoint.ts'
import { insertStoreRows, tenantTables } from '../insert-store-rows.ts'
import { startOwnedCluster } from '../backup/owned-clusters.ts'
import { alter, type Change, contentOf, replace, setField } from './archive-files.ts'
import { sealPlantedSecrets } from './seal-planted-secrets.ts'
import { SECRET_KEYS, startStore } from '../start-store.ts'
import { expectNoViolations } from '../store-records.ts'

const source = await startStore()
// As a hosting provider sets it up: the owner of the tables is not a superuser, so row-level security applies.
const owned = await startOwnedCluster('store_owner', 15)
await migrate(await owned.createEmptyDatabase('template_owned'))
const target = await startStore({ clusterUrl: owned.cluster.url, template: 'template_owned' })
const targetUrl = new URL(target.databaseUrl)
targetUrl.username = 'store_owner'
const folder = await mkdtemp(join(tmpdir(), 'quartermaster-portable-'))
afterAll(() => rm(folder, { recursive: true }))

const PASSPHRASE = 'correct horse battery'
const sealer = createSealer(parseSealingKeys(SECRET_KEYS) ?? [])
const otherSealer = createSealer(parseSealingKeys(`z9:${Buffer.alloc(32, 9).toString('base64')}`) ?? [])
const archive = join(folder, 'store.zip')
let storeId: StoreId
let manifest: Manifest
let other: { id: StoreId; file: string }

const readPassphrase = async () => PASSPHRASE
const exportTo = (file: string, url = source.databaseUrl, key = sealer, id = storeId) =>
  exportStore(url, { storeId: id, file, sealer: key, readPassphrase, version: '1' })
const importFrom = (file: string, passphrase = PASSPHRASE) =>
  importStore(targetUrl.href, {
    file,
    sealer: otherSealer,
    readPassphrase: async () => passphrase,
    publicUrl: 'https://new.example',
  })

beforeAll(async () => {
  // Another store uses the sequences, so that positions of both installations differ.
  await insertStoreRows(source)
  storeId = await insertStoreRows(source)
  await sealPlantedSecrets(source, { storeId, sealer })
  manifest = (await exportTo(archive)).manifest
  other = await exportOther()
})

test('every table of a store is in the archive, or is left out for a reason', async () => {
  const all = (await tenantTables(source)).map(({ name }) => name)
  const archived = (await readTenantTables(source.database.reader)).map(({ name }) => name)
  expect([...archived, ...Object.keys(LEFT_OUT)].toSorted()).toEqual(all)
  const empty = Object.entries(manifest.files).filter(([, { rows }]) => rows === 0)
  expect(empty).toEqual([])
})

test('every encrypted column is encrypted again for the archive', async () => {
  const rows = await source.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname ~ 'sealed$|secret$' and a.atttypid = 'bytea'::regtype
       and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'store_id') order by 1`,
  )
  const known = Object.entries(SEALED_COLUMNS).flatMap(([table, columns]) =>
    columns.map(({ sealed }) => `${table}.${sealed}`),
  )
  expect(known.toSorted()).toEqual(rows.map(({ name }) => name))
})

test('a store that is exported, imported and exported again gives the same bytes, and follows all rules', async () => {
  const imported = await importFrom(archive)
  expect(imported).toMatchObject({ storeId, members: 0 })
  expect(imported.invited).toHaveLength(1)
  await expectNoViolations(target)
  const again = join(folder, 'again.zip')
  const second = await exportTo(again, targetUrl.href, otherSealer)
  const { createdAt: _, ...rest } = second.manifest
  const { createdAt: __, ...first } = manifest
  expect(rest).toEqual(first)
  expect(await contentOf(again)).toEqual(await contentOf(archive))
  const [endpoint] = await target.query<{ id: string; secret: Buffer; secret_key_id: string }>(
    'select id, secret, secret_key_id from webhook_endpoints where store_id = $1',
    [storeId],
  )
  const sealed = { sealed: endpoint?.secret ?? Buffer.alloc(0), keyId: endpoint?.secret_key_id ?? '' }
  expect(openSecret(otherSealer, sealed, { storeId, endpointId: endpoint?.id as never })).toBe('whsec_secret')
})

test('an import enqueues nothing and records no event, and the next delivery of the store comes last', async () => {
  const count = `select (select count(*)::integer from events where store_id = $1) as events,
    (select count(*)::integer from webhook_deliveries where store_id = $1) as webhooks,
    (select count(*)::integer from pending_deliveries where store_id = $1) as deliveries,
    (select revision::integer from storefronts where store_id = $1) as revision`
  expect(await target.query(count, [storeId])).toEqual(await source.query(count, [storeId]))
  const [positions] = await target.query<{ last: number; next: number }>(
    `select greatest((select max(position) from pending_deliveries where store_id = $1), (select max(position) from delivery_ledger where store_id = $1))::integer as last,
       nextval(pg_get_serial_sequence('pending_deliveries', 'position'))::integer as next`,
    [storeId],
  )
  expect(positions?.next).toBeGreaterThan(positions?.last ?? Infinity)
})

test('a store that exists is not imported again', async () => {
  await expect(importFrom(archive)).rejects.toThrow('This store exists here already')
})

test('the wrong passphrase imports nothing', async () => {
  await expect(importFrom(other.file, 'wrong horse battery')).rejects.toThrow(
    'The passphrase is not the one of this archive',
  )
  expect(await target.query('select from stores where id = $1', [other.id])).toHaveLength(0)
})

const HOSTILE: [string, Change, string][] = [
  ['a changed row', { files: (f) => replace(f, 'tables/products.jsonl', '"price_minor":', '"price_minor":1') }, 'size'],
  ['a removed file', { files: (f) => void f.delete('tables/events.jsonl') }, 'has no tables/events.jsonl'],
  [
    'a file that is not a table',
    { files: (f) => void f.set('tables/accounts.jsonl', Buffer.from('{}\n')) },
    'does not name',
  ],
  [
    'a table of the installation',
    { fixSums: true, files: (f) => void f.set('tables/accounts.jsonl', Buffer.from('{}\n')) },
    'not a table',
  ],
  ['a newer schema', { manifest: (m) => (m.schema = '9999_future') }, 'Upgrade this installation first'],
  ['an older schema', { manifest: (m) => (m.schema = '0001_db') }, 'older schema'],
  ['a newer format', { manifest: (m) => (m.format = 2) }, 'format 2'],
  [
    'a wrong number of rows',
    { manifest: (m) => void Object.assign(m.files['tables/events.jsonl'] ?? {}, { rows: 1e9 }) },
    'rows that the manifest says',
  ],
  [
    'a number that cannot be counted',
    { manifest: (m) => void Object.assign(m.files['tables/events.jsonl'] ?? {}, { rows: 1e300 }) },
    'list of files',
  ],
  [
    'two stores',
    {
      fixSums: true,
      files: (f) =>
        void f.set('tables/stores.jsonl', Buffer.from((f.get('tables/stores.jsonl') ?? '').toString().repeat(2))),
    },
    'exactly one store',
  ],
  [
    'a position that would end the sequence',
    { fixSums: true, files: (f) => setField(f, 'tables/delivery_ledger.jsonl', 'position', '9000000000000000000') },
    'position',
  ],
  [
    'a negative position',
    { fixSums: true, files: (f) => setField(f, 'tables/delivery_ledger.jsonl', 'position', '-5000000') },
    'negative',
  ],
  [
    'a paid line without its delivery',
    { fixSums: true, files: (f) => void f.set('tables/pending_deliveries.jsonl', Buffer.alloc(0)) },
    'break the rules',
  ],
  [
    'a line that is no JSON',
    { fixSums: true, files: (f) => void f.set('tables/sales.jsonl', Buffer.from('{"id":\n')) },
    'refuses a row of sales',
  ],
  [
    'a member with a role that does not exist',
    { fixSums: true, files: (f) => void f.set('members.jsonl', Buffer.from('{"email":"a@b.example","role":"god"}\n')) },
    'members.jsonl',
  ],
]

test.each(HOSTILE)('an archive with %s is refused, and nothing of it stays', async (_, change, message) => {
  const file = join(folder, `${newId()}.zip`)
  await writeFile(file, await alter(other.file, change))
  await expect(importFrom(file)).rejects.toThrow(message)
  expect(await target.query('select from stores where id = $1', [other.id])).toHaveLength(0)
  expect(await target.query('select from checkouts where store_id = $1', [other.id])).toHaveLength(0)
})

test('a row that names another store arrives in the imported store', async () => {
  const file = join(folder, `${newId()}.zip`)
  const files = (f: Map<string, Buffer>) => replace(f, 'tables/sales.jsonl', '{', `{"store_id":"${storeId}",`)
  await writeFile(file, await alter(other.file, { fixSums: true, files }))
  const before = await target.query('select from sales where store_id = $1', [storeId])
  await importFrom(file)
  expect(await target.query('select from sales where store_id = $1', [storeId])).toHaveLength(before.length)
})

test('a file that is no archive is refused with a message', async () => {
  const file = join(folder, 'none.zip')
  await writeFile(file, 'no zip')
  await expect(importFrom(file)).rejects.toThrow('The archive cannot be read')
  await expect(exportTo(archive)).rejects.toThrow('exists already')
})

/** A store without secrets, and its archive. */
async function exportOther() {
  const id = await insertStoreRows(source)
  for (const [table, columns] of Object.entries(SEALED_COLUMNS)) {
    const isRequired = ['provider_connections', 'identity_connections'].includes(table)
    if (table === 'webhook_endpoints') {
      for (const each of ['webhook_attempts', 'webhook_deliveries'])
        await source.query(`delete from ${each} where store_id = $1`, [id])
    }
    if (isRequired || table === 'webhook_endpoints')
      await source.query(`delete from ${table} where store_id = $1`, [id])
    else
      await source.query(
        `update ${table} set ${columns[0]?.sealed} = null, ${columns[0]?.keyId} = null where store_id = $1`,
        [id],
      )
  }
  const sealed = sealer.seal('whsec_other', 'webhook endpoint 01990000-0000-7000-8000-000000000000')
  await source.query(
    `insert into webhook_endpoints (store_id, id, url, event_types, secret, secret_key_id)
     values ($1, '01990000-0000-7000-8000-000000000000', 'https://hook.example', '{}', $2, $3)`,
    [id, sealed.sealed, sealed.keyId],
  )
  const file = join(folder, 'other.zip')
  await exportTo(file, source.databaseUrl, sealer, id)
  return { id, file }
}
