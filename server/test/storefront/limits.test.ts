import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { formatId, newId, type StoreId } from '../../src/ids.ts'
import { type Challenge, createChallenge } from '../../src/storefront/limits/challenge.ts'
import { type Attempt, requireMayStart } from '../../src/storefront/limits/require-may-start.ts'
import { cleanLimits } from '../../src/storefront/limits/take-limits.ts'
import { startStore } from '../start-store.ts'
import { newAddress, openVisitedStore, STOREFRONT_ENV } from './visit-store.ts'

const store = await startStore({ pages: true, env: STOREFRONT_ENV })
const { sealer } = store.payments
const API = '/api/storefront/1.0'

/** Whether a payment can be started, or the code of the refusal. Every attempt comes from a new player and network. */
async function start(attempt: Partial<Attempt> = {}, db = store.database.app) {
  const all = { storeId: newId<StoreId>(), address: newAddress(), player: newId(), email: null, altcha: undefined }
  try {
    await requireMayStart({ db, sealer }, { ...all, ...attempt })
    return 'started'
  } catch (error) {
    const { code, retryAfter } = error as { code: string; retryAfter?: number }
    return retryAfter === undefined ? code : `${code} ${retryAfter}`
  }
}

async function startTimes(count: number, attempt: (i: number) => Partial<Attempt>): Promise<Record<string, number>> {
  const outcomes: string[] = []
  for (let i = 0; i < count; i++) outcomes.push((await start(attempt(i))).split(' ')[0] ?? '')
  return Object.fromEntries(
    Object.entries(Object.groupBy(outcomes, (each) => each)).map(([k, v]) => [k, v?.length ?? 0]),
  )
}

const encode = (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64')
const solve = async (challenge: Challenge) => {
  const solution = await solveChallenge({ challenge, deriveKey })
  return { challenge, solution }
}
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000)
/** A challenge that the buyer has waited for instead of solving it. */
const waited = async (storeId: StoreId, seconds = 31) =>
  encode({ challenge: await createChallenge(sealer, { storeId, now: secondsAgo(seconds) }) })

test('network, player and e-mail address have limits, and a challenge is required from half of each on', async () => {
  const address = newAddress()
  expect(await startTimes(12, () => ({ address }))).toEqual({ started: 10, challenge_required: 2 })
  const [storeId, player] = [newId<StoreId>(), 'Ana']
  expect(await startTimes(7, () => ({ storeId, player }))).toEqual({ started: 5, challenge_required: 2 })
  expect(await start({ player })).toBe('started')
  expect(await startTimes(7, () => ({ email: 'ana@vale.example' }))).toEqual({ started: 5, challenge_required: 2 })
})

test('a proof leads up to the limit and not beyond it, and the answer says when to try again', async () => {
  const storeId = newId<StoreId>()
  await startTimes(5, () => ({ storeId, player: 'Bo' }))
  for (let i = 0; i < 5; i++)
    expect(await start({ storeId, player: 'Bo', altcha: await waited(storeId) })).toBe('started')
  expect(await start({ storeId, player: 'Bo', altcha: await waited(storeId) })).toMatch(/^rate_limited (2\d|30)$/)
  expect(await start({ storeId, player: 'Bo' })).toMatch(/^rate_limited (2\d|30)$/)
})

test('an attacker who changes addresses within an IPv6 /64 has one limit, and with /64 networks of a /48 eight of them', async () => {
  const hex = (i: number) => i.toString(16)
  expect(await startTimes(11, (i) => ({ address: `2001:db8:1:1::${hex(i)}` }))).toMatchObject({ started: 10 })
  expect(await startTimes(81, (i) => ({ address: `2001:db8:2:${hex(i)}::1` }))).toMatchObject({ started: 80 })
  expect(await startTimes(81, (i) => ({ address: `192.0.2.${i}` }))).toMatchObject({ started: 80 })
})

test('processes count together, and concurrent attempts do not exceed a limit', async () => {
  const other = openDatabase({ url: store.databaseUrl, poolSize: 5 })
  const address = newAddress()
  const attempts = Array.from({ length: 40 }, (_, i) =>
    start({ address }, i % 2 === 0 ? store.database.app : other.app),
  )
  const outcomes = await Promise.all(attempts)
  await other.close()
  expect(outcomes.filter((outcome) => outcome === 'started')).toHaveLength(10)
})

test('a refused attempt uses no limit, so that one network cannot close a store', async () => {
  const [storeId, address, player] = [newId<StoreId>(), newAddress(), 'Cleo']
  await startTimes(30, () => ({ storeId, address }))
  const key = sealer.fingerprints(`checkout store ${storeId}`)[0]
  const [row] = await store.query<{ used: number }>(
    'select extract(epoch from used_until - now())::float8 as used from checkout_limits where key = $1',
    [key],
  )
  expect(row?.used).toBeLessThan(1)
  await startTimes(30, () => ({ address, player }))
  expect(await start({ player })).toBe('started')
})

test('a solved challenge counts once, in its store, for its time, and only as it was given out', async () => {
  const [storeId, foreign, player] = [newId<StoreId>(), newId<StoreId>(), 'Dan']
  await startTimes(5, () => ({ storeId, player }))
  const { challenge, solution } = await solve(await createChallenge(sealer, { storeId }))
  const tryWith = (altcha: string) => start({ storeId, player, altcha })
  const { parameters, signature } = challenge
  const tampered = [
    { ...parameters, data: { ...parameters.data, store: formatId('sto', foreign) } },
    { ...parameters, expiresAt: parameters.expiresAt + 1 },
    { ...parameters, keyPrefix: '00' },
    { ...parameters, cost: 1 },
  ].map((changed) => encode({ challenge: { parameters: changed, signature }, solution }))
  const wrong = [{ counter: 1, derivedKey: '00' }, { counter: -1 }, 'solved', []].map((other) =>
    encode({ challenge, solution: other }),
  )
  const broken = [
    '',
    'x',
    encode([]),
    encode({ challenge: null }),
    encode({ challenge: { parameters: 1 } }),
    'A'.repeat(5_000),
  ]
  for (const altcha of [...tampered, ...wrong, ...broken]) expect(await tryWith(altcha)).toBe('challenge_required')
  expect(await tryWith(await waited(storeId, 15 * 60 + 1))).toBe('challenge_required')
  await startTimes(5, () => ({ storeId: foreign, player }))
  expect(await start({ storeId: foreign, player, altcha: encode({ challenge, solution }) })).toBe('challenge_required')

  const sent = await Promise.all(Array.from({ length: 5 }, () => tryWith(encode({ challenge, solution }))))
  expect(sent.filter((outcome) => outcome === 'started')).toHaveLength(1)
  expect(await tryWith(encode({ challenge, solution }))).not.toBe('started')
})

test('waiting replaces solving, once a minute for each network', async () => {
  const [storeId, address] = [newId<StoreId>(), newAddress()]
  await startTimes(10, () => ({ address }))
  expect(await start({ storeId, address, altcha: await waited(storeId, 10) })).toMatch(/^challenge_required (19|20)$/)
  const challenge = await waited(storeId)
  expect(await start({ storeId, address, altcha: challenge })).toBe('started')
  expect(await start({ storeId, address, altcha: challenge })).toBe('challenge_required')
  expect(await start({ storeId, address, altcha: await waited(storeId) })).toMatch(/^rate_limited (5\d|60)$/)
})

test('limits that are free again are deleted, and others are kept', async () => {
  await store.query('delete from checkout_limits')
  await start()
  await store.query("update checkout_limits set used_until = now() + interval '1 hour'")
  await store.query("insert into checkout_limits values (sha256('old'), now() - interval '1 second')")
  await cleanLimits(store.database.app)
  expect(await store.query('select from checkout_limits')).toHaveLength(4)
})

test('the page asks for the challenge, keeps it while the buyer waits, and opens the payment', async () => {
  const { newBrowser, storeId } = await openVisitedStore(store)
  const browser = newBrowser()
  await browser.add()
  await browser.post('/who', { name: '42' })
  await startTimes(5, () => ({ storeId, player: '42' }))
  const asked = await browser.checkout()
  expect([asked.status, asked.text]).toEqual([422, expect.stringContaining('wait 30 seconds and press the button')])
  expect(asked.text).toContain('data-provider="sandbox"')
  const script = /src="(\/assets\/challenge\.[\w-]+\.js)"/.exec(asked.text)?.[1] ?? ''
  expect((await browser.get(script)).headers['content-type']).toContain('javascript')
  const altcha = /name="altcha" value="([^"]+)"/.exec(asked.text)?.[1] ?? ''
  const early = await browser.checkout({ altcha })
  expect(early.text).toContain(altcha)
  expect(early.text).not.toContain('data-provider')
  const { challenge } = JSON.parse(Buffer.from(altcha, 'base64').toString()) as { challenge: Challenge }
  const opened = await browser.checkout({ altcha: encode(await solve(challenge)) })
  expect([opened.status, opened.location]).toEqual([303, expect.stringContaining('/pay/sandbox/')])
  expect((await browser.checkout({ altcha, email: 'other@vale.example' })).status).toBe(422)
})

test('a page about a limit says when to try again, and nothing is opened', async () => {
  const { newBrowser, storeId } = await openVisitedStore(store)
  const browser = newBrowser()
  await browser.add()
  await browser.post('/who', { name: '42' })
  for (let i = 0; i < 10; i++) await start({ storeId, player: '42', ...(i >= 5 && { altcha: await waited(storeId) }) })
  const refused = await browser.checkout()
  expect(refused.status).toBe(429)
  expect(refused.text).toMatch(/Too many payments were started\. Nothing was charged\. Try again in \d+ seconds\./)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await store.query('select from checkouts where store_id = $1', [storeId])).toEqual([])
})

test('the API has the same limits, gives out challenges and takes solutions', async () => {
  const { host, storeId, productId } = await openVisitedStore(store)
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, token = '') => {
    const headers = { host, authorization: `Bearer ${token}` }
    const response = await store.app.inject({ method, url: `${API}${path}`, headers, ...(body && { payload: body }) })
    return { status: response.statusCode, headers: response.headers, body: response.json<Record<string, unknown>>() }
  }
  const token = String((await call('POST', '/baskets')).body['token'])
  await call('POST', '/basket/lines', { productId: formatId('prd', productId), quantity: 1 }, token)
  await call('PUT', '/basket/player', { player: '77' }, token)
  await startTimes(5, () => ({ storeId, player: '77' }))
  const buy = { provider: 'sandbox', totalMinor: 1990, consent: true }
  expect(await call('POST', '/basket/checkout', buy, token)).toMatchObject({
    status: 409,
    body: { code: 'challenge_required' },
  })
  const challenge = (await call('GET', '/challenge')).body as Challenge
  const early = await call('POST', '/basket/checkout', { ...buy, altcha: encode({ challenge }) }, token)
  expect([early.status, Number(early.headers['retry-after'])]).toEqual([409, expect.any(Number)])
  const altcha = encode(await solve(challenge))
  const opened = await call('POST', '/basket/checkout', { ...buy, altcha }, token)
  expect(opened.status).toBe(200)
  for (let i = 0; i < 4; i++) await start({ storeId, player: '77', altcha: await waited(storeId) })
  const refused = await call('POST', '/basket/checkout', { ...buy, email: 'a@vale.example' }, token)
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await call('POST', '/basket/checkout', buy, token), 'its answer was lost').toEqual({
    ...opened,
    headers: expect.anything() as object,
  })
})

test('searches of a network are limited, on pages and in the API together', async () => {
  const { host, newBrowser } = await openVisitedStore(store)
  const from = newAddress()
  const browser = newBrowser({ from })
  vi.useFakeTimers({ toFake: ['Date'] })
  for (let i = 0; i < 29; i++) await browser.get('/search?q=gold')
  const search = { url: `${API}/search?q=gold`, headers: { host }, remoteAddress: from }
  expect((await store.app.inject(search)).statusCode).toBe(200)
  const refused = await browser.get('/search?q=gold')
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1'])
  expect(refused.text).toContain('Please wait 1 second and try again.')
  const problem = await store.app.inject(search)
  expect([problem.statusCode, problem.headers['retry-after']]).toEqual([429, '1'])
  expect((await newBrowser().get('/search?q=gold')).status).toBe(200)
  vi.useRealTimers()
})
