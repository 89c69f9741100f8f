import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request as openRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticateServer } from '../../src/game-servers/authenticate-server.ts'
import { formatId, newId, type StoreId } from '../../src/ids.ts'
import { exportStore } from '../../src/portable/export-store.ts'
import { openArchive } from '../../src/portable/read-archive.ts'
import { createSealer, parseSealingKeys } from '../../src/seal.ts'
import { insertStoreRows } from '../insert-store-rows.ts'
import { startManagement, storePath, type TestAccount } from '../manage/start-management.ts'
import { SECRET_KEYS } from '../start-store.ts'
import { expectNoViolations } from '../store-records.ts'
import { alter, type Change, contentOf } from './archive-files.ts'
import { sealPlantedSecrets } from './seal-planted-secrets.ts'

const PASSPHRASE = 'correct horse battery'
const source = await startManagement()
const target = await startManagement({ env: { STOREFRONT_DOMAIN: 'stores.example' } })
const sealer = createSealer(parseSealingKeys(SECRET_KEYS) ?? [])
const folder = await mkdtemp(join(tmpdir(), 'quartermaster-archives-'))
afterAll(() => rm(folder, { recursive: true }))

let storeId: StoreId
let owner: TestAccount
let serverKey: string
/** A store whose archive is changed before it is imported. */
let otherId: StoreId

const exportTo = (file: string, id: StoreId, version = '1') =>
  exportStore(source.databaseUrl, { storeId: id, file, sealer, readPassphrase: async () => PASSPHRASE, version })

beforeAll(async () => {
  storeId = await plantStore()
  otherId = await plantStore()
  owner = await source.addMember(storeId, 'owner')
  serverKey = (await source.createServer(storeId)).key
  await exportTo(join(folder, 'other.zip'), otherId)
})

async function plantStore(): Promise<StoreId> {
  const id = await insertStoreRows(source)
  await sealPlantedSecrets(source, { storeId: id, sealer })
  const picture = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .webp()
    .toBuffer()
  await source.query('update picture_files set content = $2 where store_id = $1', [id, picture])
  return id
}

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
  const downloaded = join(folder, 'downloaded.zip')
  await writeFile(downloaded, Buffer.from(await response.arrayBuffer()))
  expect(await auditOf(storeId)).toEqual([{ actor_name: owner.email }])
  const { manifest, close } = await openArchive(downloaded)
  close()
  const written = await exportTo(join(folder, 'command.zip'), storeId, manifest.version)
  expect({ ...manifest, createdAt: '', files: stable(manifest.files) }).toEqual({
    ...written.manifest,
    createdAt: '',
    files: stable(written.manifest.files),
  })
  expect(stable(await contentOf(downloaded))).toEqual(stable(await contentOf(join(folder, 'command.zip'))))
})

/** Without what changes meanwhile: when a game server was last seen is recorded every minute. */
const stable = <T>(files: Record<string, T>) => ({ ...files, 'tables/game_servers.jsonl': undefined })

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

test('a client that goes away ends the export, an account has one at a time, and a store has a few in an hour', async () => {
  const large = await source.createStore()
  const { token } = await source.addMember(large, 'owner')
  await fillWithEvents(large)
  const leaving = new AbortController()
  const { body } = await download(token, { store: large, signal: leaving.signal })
  await body?.getReader().read()
  await expect.poll(copySessions).toEqual([{ state: 'idle in transaction' }])
  const second = await download(token, { store: large })
  expect([second.status, await second.json()]).toMatchObject([
    429,
    { detail: expect.stringContaining('still running') as string },
  ])
  leaving.abort()
  await expect.poll(copySessions).toEqual([])
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

const send = (file: Buffer, as: string, passphrase = PASSPHRASE) =>
  fetch(`${target.baseUrl}/api/manage/1.0/stores/import`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${as}`,
      'content-type': 'application/zip',
      'archive-passphrase': encodeURIComponent(passphrase),
    },
    body: new Uint8Array(file),
  })

async function expectNothingLeft(id: StoreId): Promise<void> {
  for (const table of ['stores where id', 'checkouts where store_id', 'store_members where store_id'])
    expect(await target.query(`select from ${table} = $1`, [id])).toEqual([])
  await expect
    .poll(() =>
      target.query(
        "select from pg_stat_activity where application_name = 'quartermaster-copy' and datname = current_database()",
      ),
    )
    .toEqual([])
  expect((await readdir(tmpdir())).filter((name) => /^quartermaster-[0-9a-f-]{36}$/.test(name))).toEqual([])
}

test('an account imports a downloaded store, is its only member, and its keys work', async () => {
  const { token, accountId } = await target.createAccount()
  const archive = Buffer.from(await (await download(owner.token)).arrayBuffer())
  const response = await send(archive, token)
  const [label] = await source.query<{ host: string }>('select host from store_hosts where store_id = $1', [storeId])
  const members = (await source.query('select from store_members where store_id = $1', [storeId])).length
  expect([response.status, await response.json()]).toMatchObject([
    201,
    {
      id: formatId('sto', storeId),
      // The planted version of a theme is not a theme.
      leftOut: { members, domains: [], hosts: [], themeVersions: 1, sales: [] },
    },
  ])
  expect(await target.query('select account_id, role from store_members where store_id = $1', [storeId])).toEqual([
    { account_id: accountId, role: 'owner' },
  ])
  expect((await target.request('GET', storePath(storeId, '/hosts'), { as: token })).body).toMatchObject({
    items: [{ host: label?.host, kind: 'label' }],
  })
  expect(
    (await target.request('GET', storePath(storeId, '/audit-log?action=importStore'), { as: token })).body,
  ).toMatchObject({ items: [{ actor: { name: expect.any(String) as string }, details: { members } }] })
  const orders = "select count(*)::integer as orders from checkouts where store_id = $1 and state <> 'open'"
  expect(await target.query(orders, [storeId])).toEqual(await source.query(orders, [storeId]))
  expect(await authenticateServer(target.database.gateway, serverKey)).toMatchObject({ storeId })
  expect(await target.query('select from mails')).toEqual([])
  await expectNoViolations(target)
  expect((await send(archive, token)).status).toBe(409)
})

const changed = async (how: Change) => alter(join(folder, 'other.zip'), { fixSums: true, ...how })
const addLine = (files: Map<string, Buffer>, path: string, line: object) =>
  void files.set(path, Buffer.concat([files.get(path) ?? Buffer.alloc(0), Buffer.from(`${JSON.stringify(line)}\n`)]))

const NO_ROWS = { rows: 0, bytes: 0, sha256: '0'.repeat(64) }

const REFUSED: [string, Change, string][] = [
  [
    'a time that overflows',
    { files: (f) => edit(f, 'tables/subscriptions.jsonl', { anchor: '290000-01-01T00:00:00+00:00' }) },
    'no store can have',
  ],
  [
    'a number that overflows',
    { files: (f) => edit(f, 'tables/webhook_deliveries.jsonl', { attempts: 2_147_483_647 }) },
    'no store can have',
  ],
  [
    'a page as a picture',
    { files: (f) => edit(f, 'tables/picture_files.jsonl', { content: '\\x3c68746d6c3e' }) },
    'picture',
  ],
  [
    'a pattern that never ends',
    {
      files: (f) =>
        edit(f, 'tables/products.jsonl', {
          fields: { list: [{ name: 'a', type: 'text', label: 'A', pattern: '(a+)+$' }] },
        }),
    },
    'pattern',
  ],
  [
    'a delivery that is no JSON',
    { files: (f) => edit(f, 'tables/pending_deliveries.jsonl', { products: '[' }) },
    'not valid',
  ],
  [
    'a redelivery that runs',
    { files: (f) => edit(f, 'tables/redeliveries.jsonl', { state: 'running' }) },
    'still running',
  ],
  [
    'an address range that is none',
    { files: (f) => edit(f, 'tables/game_servers.jsonl', { bound_to: ['10.0.0.0/8', 'nowhere'] }) },
    'address range',
  ],
  [
    'address ranges in a text',
    { files: (f) => edit(f, 'tables/game_servers.jsonl', { bound_to: '{nowhere}' }) },
    'address range',
  ],
  [
    'two rows in a line',
    {
      files(f) {
        const line = String(f.get('tables/sales.jsonl')).trimEnd()
        f.set(
          'tables/sales.jsonl',
          Buffer.from(`${line},${line.replace(/"id":"[^"]+"/, `"id":"${newId()}"`)}
`),
        )
      },
    },
    'not one row',
  ],
  [
    'a broken last line',
    { files: (f) => void f.set('tables/webhook_deliveries.jsonl', Buffer.from('{"id":\n')) },
    'webhook_deliveries',
  ],
  [
    'a clock far ahead',
    { files: (f) => edit(f, 'tables/stores.jsonl', { mode: 'test', clock_ahead_seconds: 1e15 }) },
    'clock',
  ],
]

test.each(REFUSED)('an archive with %s is refused, and nothing of it stays', async (_, how, message) => {
  const { token } = await target.createAccount()
  const response = await send(await changed(how), token)
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { detail: expect.stringContaining(message) as string },
  ])
  await expectNothingLeft(otherId)
})

test('tokens, old sign-ins, wrong passphrases, full accounts and large files are refused, and nothing stays', async () => {
  const { storeId: own } = await target.createStoreAs('owner')
  const archive = await readFile(join(folder, 'other.zip'))
  expect((await send(archive, await target.createApiToken(own, ['store:write']))).status).toBe(403)
  const { token, accountId } = await target.createAccount()
  const authenticatedAt = (time: string) =>
    target.query(`update account_sessions set authenticated_at = ${time} where account_id = $1`, [accountId])
  await authenticatedAt("now() - interval '1 hour'")
  expect(await (await send(archive, token)).json()).toMatchObject({ code: 'reauthentication_required' })
  await authenticatedAt('now()')
  expect(await (await send(archive, token, 'wrong horse battery')).json()).toMatchObject({
    status: 400,
    detail: expect.stringContaining('passphrase') as string,
  })
  await target.query("update limits set maximum = 0 where name = 'stores'")
  expect(await (await send(archive, token)).json()).toMatchObject({ code: 'quota_exceeded' })
  await target.query("update limits set maximum = 50 where name = 'stores'")
  await target.query("insert into limits (plan, name, maximum) values ('BASIC', 'products', 1)")
  expect(await (await send(archive, token)).json()).toMatchObject({ code: 'quota_exceeded' })
  await target.query("delete from limits where plan = 'BASIC'")
  expect(await announce(token, 300 * 1024 * 1024)).toBe(413)
  await expectNothingLeft(otherId)
})

test('an archive takes over no store, account or key, and unpacks to a limited size', async () => {
  const { token, accountId } = await target.createAccount()
  const { storeId: victim } = await target.createStoreAs('owner')
  const { serverId } = await target.createServer(victim)
  const rowsOf = async (table: string, column: string) =>
    target.query(`select t::text from ${table} t where ${column} = $1`, [victim])
  const before = [await rowsOf('stores', 'id'), await rowsOf('server_keys', 'store_id')]
  const [key] = await target.query<{ hash: string }>(
    'select key_hash::text as hash from server_keys where store_id = $1 and server_id = $2',
    [victim, serverId],
  )
  const archives: [Change, number, string][] = [
    [{ manifest: (manifest) => (manifest.storeId = formatId('sto', victim)) }, 409, 'exists here already'],
    [
      { manifest: (manifest) => (manifest.storeId = formatId('acc', accountId).replace('acc', 'sto')) },
      409,
      'exists here already',
    ],
    [{ files: (f) => edit(f, 'tables/server_keys.jsonl', { key_hash: key?.hash }) }, 409, 'server_keys_by_hash'],
    [{ manifest: ({ files }) => (files['tables/events.jsonl'] = { ...NO_ROWS, bytes: 2 ** 31 }) }, 413, 'too large'],
    [{ manifest: ({ files }) => (files['tables/events.jsonl'] = { ...NO_ROWS, rows: 3e6 }) }, 413, 'too large'],
    [{ manifest: ({ files }) => (files['tables/events.jsonl'] = { ...NO_ROWS, bytes: 1 }) }, 400, 'size'],
  ]
  for (const [how, status, text] of archives) {
    const response = await send(await changed(how), token)
    expect([response.status, await response.json()]).toMatchObject([
      status,
      { detail: expect.stringContaining(text) as string },
    ])
  }
  expect([await rowsOf('stores', 'id'), await rowsOf('server_keys', 'store_id')]).toEqual(before)
  await expectNothingLeft(otherId)
})

test('a hostile archive brings no plan, proved domain, taken label, member or scope', async () => {
  const { token, accountId } = await target.createAccount()
  const victim = await target.createAccount()
  const { storeId: taken } = await target.createStoreAs('owner')
  await target.query("insert into store_hosts (store_id, host, kind, proved_at) values ($1, 'taken', 'label', now())", [
    taken,
  ])
  const host = { created_at: '2026-01-01T00:00:00+00:00', proved_at: '2026-01-01T00:00:00+00:00', removed_at: null }
  const archive = await changed({
    manifest: ({ store }) => Object.assign(store, { name: 1 }),
    files(f) {
      edit(f, 'tables/stores.jsonl', { name: 'Heron', plan: 'ADVANCED', expires_at: '2099-01-01T00:00:00+00:00' })
      f.set('tables/store_hosts.jsonl', Buffer.alloc(0))
      for (const [name, kind] of [
        ['shop.victim.example', 'domain'],
        ['pay.stores.example', 'domain'],
        ['taken', 'label'],
        ['admin', 'label'],
      ] as const)
        addLine(f, 'tables/store_hosts.jsonl', { ...host, host: name, kind })
      f.set('members.jsonl', Buffer.from(`${JSON.stringify({ email: victim.email, role: 'owner' })}\n`))
      edit(f, 'tables/api_tokens.jsonl', {
        scopes: ['store:plan', 'tokens:write', 'members:write', 'store:read'],
        revoked_at: null,
        expires_at: null,
      })
      edit(f, 'tables/sales.jsonl', { basis_points: 9_001 })
      edit(f, 'tables/subscription_invoices.jsonl', { receipt_at: '2026-01-01T00:00:00+00:00' })
      edit(f, 'tables/checkout_buyers.jsonl', { email: 'victim@vale.example' })
      edit(f, 'tables/sandbox_payments.jsonl', { next_callback_at: '2026-01-01T00:00:00+00:00' })
      edit(f, 'tables/sandbox_subscriptions.jsonl', { stopped: false, next_charge_at: '1970-01-01T00:00:00+00:00' })
    },
  })
  const response = await send(archive, token)
  expect([response.status, await response.json()]).toMatchObject([
    201,
    {
      name: 'Heron',
      leftOut: {
        members: 1,
        domains: ['shop.victim.example'],
        hosts: ['pay.stores.example', 'taken', 'admin'],
        sales: ['Winter'],
      },
    },
  ])
  const read = (statement: string) => target.query(statement, [otherId])
  expect(await read('select plan, expires_at from stores where id = $1')).toEqual([{ plan: 'BASIC', expires_at: null }])
  expect(await read('select host, proved_at from store_hosts where store_id = $1')).toEqual([
    { host: 'shop.victim.example', proved_at: null },
  ])
  expect(await read('select account_id from store_members where store_id = $1')).toEqual([{ account_id: accountId }])
  expect(await read('select id from store_invitations where store_id = $1')).toEqual([])
  expect(await read('select distinct scopes from api_tokens where store_id = $1')).toEqual([{ scopes: ['store:read'] }])
  for (const due of [
    'subscription_invoices where receipt_at is not null',
    'checkout_buyers where token_sealed is not null',
    'sandbox_payments where next_callback_at is not null',
    'sandbox_subscriptions where (not stopped or next_charge_at is not null or next_callback_at is not null)',
  ])
    expect(await read(`select '${due}' from ${due} and store_id = $1`)).toEqual([])
  expect(await target.query('select from mails')).toEqual([])
  await expectNoViolations(target)
})

/** Changes the first row of a table. */
function edit(files: Map<string, Buffer>, path: string, change: object): void {
  const [first = '{}', ...rest] = (files.get(path) ?? '').toString().split('\n')
  files.set(path, Buffer.from([JSON.stringify({ ...JSON.parse(first), ...change }), ...rest].join('\n')))
}

/** The status of an upload that says how large it is, and sends nothing. */
function announce(as: string, bytes: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = openRequest(`${target.baseUrl}/api/manage/1.0/stores/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/zip', 'content-length': bytes },
    })
    outgoing.once('response', ({ statusCode }) => {
      outgoing.destroy()
      resolve(statusCode)
    })
    outgoing.once('error', reject)
    outgoing.flushHeaders()
  })
}
