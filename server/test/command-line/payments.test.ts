import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { formatId, parseId, type CheckoutId, type StoreId } from '../../src/ids.ts'
import { runInProcess } from '../run-in-process.ts'
import { startFakeStripe } from '../providers/fake-stripe.ts'
import { startStore } from '../start-store.ts'

const SECRET_KEYS = `t1:${Buffer.alloc(32, 7).toString('base64')}`
const fake = await startFakeStripe()
afterAll(fake.close)
const store = await startStore()
const env = { DATABASE_URL: store.databaseUrl, PUBLIC_URL: store.baseUrl, SECRET_KEYS, STRIPE_URL: fake.url }
const PUBLIC = { PUBLIC_URL: 'https://shop.example' }

async function json<T>(line: string, change: Record<string, string> = {}): Promise<T> {
  const { stdout, stderr } = await runInProcess([...line.split(' '), '--json'], { ...env, ...change })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as T
}

type Refused = { error: { code: string; message: string } }

test('in a test store a purchase is paid with play money, delivered, refunded, and expired by moving the clock', async () => {
  const { id: name } = await json<{ id: string }>('store create --test --name Try --url try.example --currency BRL')
  const storeId = parseId<StoreId>('sto', name) as StoreId
  const { key } = await store.createServer(storeId)
  const product = formatId('prd', await store.createProduct(storeId, { durationSeconds: 86_400, stock: 2 }))
  await json(`payment connect --store ${name} --provider sandbox`)
  const open = () =>
    json<{ id: string; pageUrl: string }>(
      `checkout open --store ${name} --provider sandbox --player 42 --product ${product}`,
    )

  const first = await open()
  await fetch(first.pageUrl, { method: 'POST', body: new URLSearchParams({ action: 'pay' }) })
  const [element] = await store.poll(key)
  await store.report(key, element?.id)
  expect(await json(`checkout show --checkout ${first.id}`)).toMatchObject({
    state: 'paid',
    deliveries: [{ type: 'APPROVE', state: 'processed' }],
  })
  expect(await json(`refund --checkout ${first.id}`)).toMatchObject({
    checkoutId: first.id,
    lines: [1],
    deliveryIds: [expect.stringMatching(/^cmd_/)],
  })
  expect(await json(`checkout show --checkout ${first.id}`)).toMatchObject({ state: 'refunded' })
  const [paidBack] = await store.query<{ refunds: object }>(
    'select refunds from sandbox_payments where checkout_id = $1',
    [parseId<CheckoutId>('chk', first.id)],
  )
  expect(Object.values(paidBack?.refunds ?? {})).toEqual([1990])

  const second = await open()
  await fetch(second.pageUrl, { method: 'POST', body: new URLSearchParams({ action: 'pay' }) })
  await json(`store advance --store ${name} --by P1D`)
  const [held] = await store.query<{ due: boolean }>(
    'select until <= now() as due from entitlements where store_id = $1 and ended_at is null',
    [storeId],
  )
  expect(held).toEqual({ due: true })
  expect(
    await json<Refused>(`checkout open --store ${name} --provider sandbox --player 42 --product ${product}`),
  ).toMatchObject({
    error: { code: 'sold_out' },
  })
})

test('credentials are read from a file, are never shown, and are sealed again by secrets rotate', async () => {
  const name = formatId('sto', await store.createStore())
  const file = join(inject('runDir'), 'credentials.txt')
  const { secretKey = '', webhookSecret = '' } = fake.credentials
  await writeFile(file, `# Stripe\nsecretKey = ${secretKey}\nwebhookSecret=${webhookSecret}\n`)
  const connect = `payment connect --store ${name} --provider stripe --credentials ${file}`
  const connected = await json<{ callbackUrl: string }>(connect, PUBLIC)
  expect(connected.callbackUrl).toBe(`${PUBLIC.PUBLIC_URL}/api/payments/1.0/stripe/${name}`)
  const listed = await json<{ items: object[] }>(`payment list --store ${name}`, PUBLIC)
  expect(listed.items).toMatchObject([{ name: 'stripe', mode: 'live', callbackUrl: connected.callbackUrl }])
  for (const secret of [secretKey, webhookSecret]) expect(JSON.stringify(listed)).not.toContain(secret)

  const keys = { SECRET_KEYS: `t2:${randomBytes(32).toString('base64')},${SECRET_KEYS}` }
  const rotated = await json<{ resealed: number }>('secrets rotate', keys)
  expect(rotated.resealed).toBeGreaterThan(0)
  expect(await json('secrets rotate', keys)).toMatchObject({ resealed: 0 })
  await json(`payment disconnect --store ${name} --provider stripe`)
  expect(await json(`payment list --store ${name}`)).toEqual({ items: [] })
})

test('the callback address is printed before the credentials are checked', async () => {
  const name = formatId('sto', await store.createStore())
  const file = join(inject('runDir'), 'made-up.txt')
  await writeFile(file, `secretKey=sk_live_${'0'.repeat(24)}\n`)
  const address = `${PUBLIC.PUBLIC_URL}/api/payments/1.0/stripe/${name}`
  const connect = `payment connect --store ${name} --provider stripe`.split(' ')
  const asked = await runInProcess(connect, { ...env, ...PUBLIC })
  expect(asked.stderr).toContain(address)
  expect(asked.stderr).toContain('webhookSecret (optional)')
  const { code, stderr } = await runInProcess([...connect, '--credentials', file], { ...env, ...PUBLIC })
  expect(code).toBe(1)
  expect(stderr.indexOf(address)).toBeGreaterThanOrEqual(0)
  expect(stderr.indexOf(address)).toBeLessThan(stderr.indexOf('Stripe does not accept this secretKey'))
})

test('a provider that cannot be connected is refused with advice', async () => {
  const [live, trial] = [await store.createStore(), await store.createStore({ mode: 'test' })].map((id) =>
    formatId('sto', id),
  )
  const cases: [line: string, code: string, words: string, change?: Record<string, string>][] = [
    [`payment connect --store ${live} --provider sandbox`, 'test_store_only', '--test'],
    [`payment connect --store ${live} --provider stripe`, 'invalid_request', '--credentials'],
    [`payment connect --store ${live} --provider stripe --credentials no-such-file`, 'invalid_request', 'no-such-file'],
    [`payment connect --store ${trial} --provider sandbox`, 'not_configured', 'SECRET_KEYS', { SECRET_KEYS: '' }],
    [`store advance --store ${live} --by P1D`, 'test_store_only', 'real'],
  ]
  for (const [line, code, words, change] of cases) {
    const { error } = await json<Refused>(line, change)
    expect(error.code, line).toBe(code)
    expect(error.message, line).toContain(words)
  }
})
