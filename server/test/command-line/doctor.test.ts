import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inStore } from '../../src/db/database.ts'
import { formatId } from '../../src/ids.ts'
import { storeConnection } from '../../src/payments/connections/store-connection.ts'
import { runCommand } from '../run-command.ts'
import { runInProcess } from '../run-in-process.ts'
import { startFakeStripe } from '../providers/fake-stripe.ts'
import { SECRET_KEYS, startStore } from '../start-store.ts'

const fake = await startFakeStripe()
afterAll(fake.close)
const store = await startStore()
const env = {
  DATABASE_URL: store.databaseUrl,
  PUBLIC_URL: 'https://shop.example',
  SECRET_KEYS,
  STRIPE_URL: fake.url,
}
const storeId = await store.createStore()
await inStore(store.database.app, storeId, (tx) =>
  storeConnection(tx, {
    sealer: store.payments.sealer,
    storeId,
    provider: 'stripe',
    mode: 'live',
    credentials: fake.credentials,
  }),
)

type Finding = { check: string; ok: boolean; found: string; advice: string }

async function diagnose(change: Record<string, string> = {}): Promise<Record<string, Finding>> {
  const { stdout } = await runInProcess(['doctor', '--json'], { ...env, ...change })
  const { findings } = JSON.parse(stdout) as { findings: Finding[] }
  return Object.fromEntries(findings.map((finding) => [finding.check, finding]))
}

const STRIPE = `stripe of ${formatId('sto', storeId)}`
const OTHER_KEY = `t1:${Buffer.alloc(32, 8).toString('base64')}`

test('doctor finds a missing key, and another key under the same name', async () => {
  expect((await diagnose())['payment credentials']).toMatchObject({ ok: true })
  for (const keys of ['', OTHER_KEY]) {
    const finding = (await diagnose({ SECRET_KEYS: keys }))['payment credentials']
    expect(finding).toMatchObject({ ok: false, found: expect.stringContaining('"t1"') as string })
  }
})

test('serve refuses to start with a missing key, and with another key under the same name', async () => {
  for (const keys of ['', OTHER_KEY]) {
    const { code, stderr } = await runCommand(['serve'], { ...env, SECRET_KEYS: keys, PORT: '0', METRICS_PORT: '0' })
    expect([code, stderr], keys).toEqual([1, expect.stringContaining('SECRET_KEYS')])
  }
})

test('doctor asks every connected provider, and checks that it can reach this server', async () => {
  const healthy = await diagnose()
  expect(healthy[STRIPE]).toMatchObject({ ok: true })
  expect(healthy['PUBLIC_URL']).toMatchObject({ ok: true })
  fake.behave({ failWith: 401 })
  const ill = await diagnose({ PUBLIC_URL: '' })
  fake.behave({})
  expect(ill[STRIPE]).toMatchObject({ ok: false, found: expect.stringContaining('does not accept') as string })
  expect(ill['PUBLIC_URL']).toMatchObject({ ok: false, found: expect.stringContaining('127.0.0.1') as string })
})

test('doctor connects to the mail server', async () => {
  expect((await diagnose())['mail']).toMatchObject({ ok: true, found: expect.stringContaining('not set') as string })
  const server = createServer((socket) => {
    socket.write('220 mail.example ESMTP\r\n')
    socket.on(
      'data',
      (data) => void socket.write(String(data).startsWith('QUIT') ? '221 bye\r\n' : '250 mail.example\r\n'),
    )
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'store@vale.example' }
  expect((await diagnose(mail))['mail']).toMatchObject({ ok: true })
  await new Promise((resolve) => server.close(resolve))
  expect((await diagnose(mail))['mail']).toMatchObject({ ok: false })
})

test('doctor explains what hosts of stores on the site of the management mean', async () => {
  expect((await diagnose())['hosts']).toMatchObject({
    ok: true,
    found: expect.stringContaining('shop.example') as string,
  })
  const apart = await diagnose({ STOREFRONT_DOMAIN: 'stores.example' })
  expect(apart['hosts']?.found).toContain('https://api.stores.example')
  expect(apart['site of the stores']).toMatchObject({
    ok: true,
    found: expect.stringContaining('another site') as string,
  })
  const shared = { STOREFRONT_DOMAIN: 'stores.shop.example', SINGLE_OWNER: 'on' }
  const SITE = 'site of the stores'
  expect((await diagnose(shared))[SITE]).toMatchObject({
    ok: true,
    found: expect.stringContaining('all stores are yours') as string,
  })
  for (const owned of [storeId, await store.createStore()]) {
    await store.query(
      `with account as (
         insert into accounts (id, email, name) values (gen_random_uuid(), gen_random_uuid() || '@vale.example', 'Ada') returning id)
       insert into store_members (store_id, account_id, role) select $1, id, 'owner' from account`,
      [owned],
    )
  }
  expect((await diagnose(shared))[SITE]).toMatchObject({
    ok: false,
    found: expect.stringContaining('different owners') as string,
  })
  expect((await diagnose({ STOREFRONT_DOMAIN: 'stores.example' }))[SITE]).toMatchObject({ ok: true })
  await store.query("insert into store_hosts (store_id, host, kind, proved_at) values ($1, 'vale', 'label', now())", [
    storeId,
  ])
  expect((await diagnose())['hosts']).toMatchObject({
    ok: false,
    found: expect.stringContaining('STOREFRONT_DOMAIN') as string,
  })
})

test('doctor checks the configuration file, and shows where each setting comes from but no secret', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-doctor-'))
  const file = join(folder, 'quartermaster.toml')
  const write = (text: string) => writeFile(file, `database_url = "${store.databaseUrl}"\n${text}`)
  // --config sets this variable for the rest of the process.
  const doctor = (...options: string[]) =>
    runInProcess(['doctor', '--config', file, ...options], { QUARTERMASTER_CONFIG: '', PORT: '8123' })
  try {
    await write('cell = "t9"\n')
    await chmod(file, 0o644)
    const { code, stdout } = await doctor()
    expect(code).toBe(1)
    expect(stdout).toMatch(/✗ configuration +Every user of this machine can read .*quartermaster\.toml/)
    expect(stdout).toMatch(/^PORT +PORT +8123$/m)
    expect(stdout).toMatch(new RegExp(`^CELL +cell in ${file} +t9$`, 'm'))
    expect(stdout).toMatch(new RegExp(`^DATABASE_URL +database_url in ${file} +\\(secret\\)$`, 'm'))
    expect(stdout).toMatch(/^LOG_LEVEL +default +info$/m)
    expect(stdout).not.toContain(store.databaseUrl)
    await chmod(file, 0o600)
    expect(JSON.parse((await doctor('--json')).stdout)).toMatchObject({
      findings: expect.arrayContaining([{ check: 'configuration', ok: true, found: file, advice: '' }]) as Finding[],
    })
    await write('log_levle = "info"\n')
    expect(JSON.parse((await doctor('--json')).stdout)).toMatchObject({
      ok: false,
      findings: [{ ok: false, found: expect.stringContaining('Did you mean log_level?') as string }],
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a key is added in front of those in a file, and nothing else is overwritten', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-keys-'))
  const file = join(folder, 'secret-keys')
  const add = () => runInProcess(['secrets', 'add-key', '--file', file, '--json'], {})
  try {
    expect(JSON.parse((await add()).stdout)).toEqual({ file, keyIds: ['k1'] })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const [first] = (await readFile(file, 'utf8')).split('\n')
    await chmod(file, 0o640)
    expect(JSON.parse((await add()).stdout)).toEqual({ file, keyIds: ['k2', 'k1'] })
    expect((await readFile(file, 'utf8')).trim().split(',')[1]).toBe(first)
    expect((await stat(file)).mode & 0o777).toBe(0o640)
    expect((await diagnose({ SECRET_KEYS: '', SECRET_KEYS_FILE: file }))['payment credentials']?.found).toContain(
      '"t1"',
    )
    await writeFile(file, 'database_url = "x"')
    expect((await add()).code).toBe(1)
    expect(await readFile(file, 'utf8')).toBe('database_url = "x"')
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** Every column that names the key of a sealed secret, with the keys in use. Stored responses expire by themselves. */
async function keysInUse(): Promise<string[]> {
  const columns = await store.query<{ name: string; column: string }>(
    `select table_name as name, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name ~ 'key_id$' and data_type = 'text' and table_name <> 'idempotent_responses'`,
  )
  const selects = columns.map(({ name, column }) => `select ${column} as id from ${name}`)
  const rows = await store.query<{ id: string }>(
    `select distinct id from (${selects.join(' union all ')}) keys where id is not null order by id`,
  )
  return rows.map(({ id }) => id)
}

test('the drills of the runbook: lost keys are replaced, and after a leak no secret has the old key', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-drill-'))
  const [file, credentials] = [join(folder, 'secret-keys'), join(folder, 'stripe.txt')]
  const { secretKey = '', webhookSecret = '' } = fake.credentials
  await writeFile(credentials, `secretKey=${secretKey}\nwebhookSecret=${webhookSecret}\n`)
  const name = formatId('sto', storeId)
  const keys = { SECRET_KEYS: '', SECRET_KEYS_FILE: file, WEBHOOK_ALLOW: '127.0.0.0/8' }
  const quartermaster = async (line: string, change: Record<string, string> = keys) => {
    const { code, stdout } = await runInProcess([...line.split(' '), '--json'], { ...env, ...change })
    expect(code, stdout).toBe(0)
    return JSON.parse(stdout) as { id: string; resealed: number }
  }
  const faults = async () => {
    const found = await diagnose(keys)
    return ['payment credentials', 'webhook secrets'].filter((check) => found[check]?.ok === false)
  }
  try {
    const allowed = { SECRET_KEYS, WEBHOOK_ALLOW: '127.0.0.0/8' }
    const { id: endpoint } = await quartermaster(`webhook add --store ${name} --url http://127.0.0.1:9/hooks`, allowed)

    // Lost: only a new key is left.
    await quartermaster(`secrets add-key --file ${file}`)
    expect(await faults()).toEqual(['payment credentials', 'webhook secrets'])
    await quartermaster(`payment disconnect --store ${name} --provider stripe`)
    await quartermaster(`payment connect --store ${name} --provider stripe --credentials ${credentials}`)
    await quartermaster(`webhook rotate-secret --endpoint ${endpoint} --expire-old`)
    expect(await faults()).toEqual([])
    expect(await keysInUse()).toEqual(['k1'])

    // Leaked: everything is sealed again with a newer key, and the old one is thrown away.
    await quartermaster(`secrets add-key --file ${file}`)
    expect((await quartermaster('secrets rotate')).resealed).toBeGreaterThanOrEqual(2)
    const [newest = ''] = (await readFile(file, 'utf8')).split(',')
    await writeFile(file, newest)
    expect(await keysInUse()).toEqual(['k2'])
    expect(await faults()).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})
