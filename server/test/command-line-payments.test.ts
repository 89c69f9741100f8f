import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test, vi } from 'vitest'
import { formatId, parseId, type CheckoutId, type StoreId } from '../src/ids.ts'
import { runCommand } from './run-command.ts'
import { startStore } from './start-store.ts'

// A start of the program takes half a second, and several on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const SECRET_KEYS = `t1:${Buffer.alloc(32, 7).toString('base64')}`
const store = await startStore()
const env = { DATABASE_URL: store.databaseUrl, PUBLIC_URL: store.baseUrl, SECRET_KEYS }

async function json<T>(line: string, change: Record<string, string> = {}): Promise<T> {
  const { stdout, stderr } = await runCommand([...line.split(' '), '--json'], { ...env, ...change })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as T
}

type Refused = { error: { code: string; message: string } }

test('an owner tries a purchase out: a test store, play money, delivered, taken back, and expired by moving the clock', async () => {
  const { id: name } = await json<{ id: string }>('store create --test --name Try --url try.example --currency BRL')
  const storeId = parseId<StoreId>('sto', name) as StoreId
  const { key } = await store.createServer(storeId)
  const product = formatId('prd', await store.createProduct(storeId, { durationSeconds: 86_400, stock: 2 }))
  await json(`payments connect --store ${name} --provider sandbox`)
  const open = () =>
    json<{ checkoutId: string; pageUrl: string }>(
      `checkout open --store ${name} --provider sandbox --player 42 --product ${product}`,
    )

  const first = await open()
  await fetch(first.pageUrl, { method: 'POST', body: new URLSearchParams({ play: 'pay' }) })
  const [element] = await store.poll(key)
  await store.report(key, element?.id)
  expect(await json(`checkout show --checkout ${first.checkoutId}`)).toMatchObject({
    state: 'paid',
    delivered: 1,
    waiting: 0,
  })
  expect(await json(`refund --checkout ${first.checkoutId}`)).toMatchObject({
    checkoutId: first.checkoutId,
    lines: [1],
    deliveryIds: [expect.stringMatching(/^cmd_/)],
  })
  expect(await json(`checkout show --checkout ${first.checkoutId}`)).toMatchObject({ state: 'refunded' })
  const [paidBack] = await store.query<{ refunds: object }>(
    'select refunds from sandbox_payments where checkout_id = $1',
    [parseId<CheckoutId>('chk', first.checkoutId)],
  )
  expect(Object.values(paidBack?.refunds ?? {})).toEqual([1990])

  const second = await open()
  await fetch(second.pageUrl, { method: 'POST', body: new URLSearchParams({ play: 'pay' }) })
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

test('credentials come from a file, are never shown, and are sealed anew by one command', async () => {
  const name = formatId('sto', await store.createStore())
  const file = join(inject('runDir'), 'credentials.txt')
  await writeFile(
    file,
    '# Stripe\nsecretKey = sk_test_51PlantedKey0000000000000\nwebhookSecret=whsec_Planted0000000000000000\n',
  )
  const connected = await json<{ callbackUrl: string }>(
    `payments connect --store ${name} --provider stripe --credentials ${file}`,
  )
  expect(connected.callbackUrl).toBe(`${store.baseUrl}/api/payments/1.0/stripe/${name}`)
  const listed = await json<{ providers: object[] }>(`payments list --store ${name}`)
  expect(listed.providers).toMatchObject([{ provider: 'stripe', callbackUrl: connected.callbackUrl }])
  expect(JSON.stringify(listed)).not.toContain('Planted')

  const keys = { SECRET_KEYS: `t2:${randomBytes(32).toString('base64')},${SECRET_KEYS}` }
  const rotated = await json<{ resealed: number }>('secrets rotate', keys)
  expect(rotated.resealed).toBeGreaterThan(0)
  expect(await json('secrets rotate', keys)).toMatchObject({ resealed: 0 })
  await json(`payments disconnect --store ${name} --provider stripe`)
  expect(await json(`payments list --store ${name}`)).toEqual({ providers: [] })
})

test('what cannot be connected is refused with what to do', async () => {
  const [live, trial] = [await store.createStore(), await store.createStore({ mode: 'test' })].map((id) =>
    formatId('sto', id),
  )
  const cases: [line: string, code: string, words: string, change?: Record<string, string>][] = [
    [`payments connect --store ${live} --provider sandbox`, 'test_store_only', '--test'],
    [`payments connect --store ${live} --provider stripe`, 'invalid_request', '--credentials'],
    [`payments connect --store ${trial} --provider sandbox`, 'not_configured', 'SECRET_KEYS', { SECRET_KEYS: '' }],
    [`store advance --store ${live} --by P1D`, 'test_store_only', 'real'],
  ]
  for (const [line, code, words, change] of cases) {
    const { error } = await json<Refused>(line, change)
    expect(error.code, line).toBe(code)
    expect(error.message, line).toContain(words)
  }
})
