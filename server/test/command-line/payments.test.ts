import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test, vi } from 'vitest'
import { formatId, parseId, type CheckoutId, type StoreId } from '../../src/ids.ts'
import { runInProcess } from '../run-in-process.ts'
import { startStore } from '../start-store.ts'

vi.setConfig({ testTimeout: 60_000 })

const SECRET_KEYS = `t1:${Buffer.alloc(32, 7).toString('base64')}`
const store = await startStore()
const env = { DATABASE_URL: store.databaseUrl, PUBLIC_URL: store.baseUrl, SECRET_KEYS }

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
  await writeFile(
    file,
    '# Stripe\nsecretKey = sk_test_51PlantedKey0000000000000\nwebhookSecret=whsec_Planted0000000000000000\n',
  )
  const connected = await json<{ callbackUrl: string }>(
    `payment connect --store ${name} --provider stripe --credentials ${file}`,
  )
  expect(connected.callbackUrl).toBe(`${store.baseUrl}/api/payments/1.0/stripe/${name}`)
  const listed = await json<{ items: object[] }>(`payment list --store ${name}`)
  expect(listed.items).toMatchObject([{ name: 'stripe', callbackUrl: connected.callbackUrl }])
  expect(JSON.stringify(listed)).not.toContain('Planted')

  const keys = { SECRET_KEYS: `t2:${randomBytes(32).toString('base64')},${SECRET_KEYS}` }
  const rotated = await json<{ resealed: number }>('secrets rotate', keys)
  expect(rotated.resealed).toBeGreaterThan(0)
  expect(await json('secrets rotate', keys)).toMatchObject({ resealed: 0 })
  await json(`payment disconnect --store ${name} --provider stripe`)
  expect(await json(`payment list --store ${name}`)).toEqual({ items: [] })
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
