import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { claimKey, storeResponse, idempotencyKeyHash } from '../../src/access/idempotency-key.ts'
import { startSession } from '../../src/accounts/sessions/session.ts'
import { createPasswords } from '../../src/accounts/sign-in/passwords.ts'
import { inAccounts, inScope } from '../../src/db/database.ts'
import { type AccountId, formatId, type StoreId } from '../../src/ids.ts'
import { createSealer, type Sealer } from '../../src/seal.ts'
import { PASSWORD } from '../accounts/start-accounts.ts'
import { rememberKey } from '../start-store.ts'
import { startManagement, storePath } from './start-management.ts'

const platform = await startManagement()
const k1 = { id: 'k1', key: Buffer.alloc(32, 1) }
const k2 = { id: 'k2', key: Buffer.alloc(32, 2) }
const [NONE, FIRST, CHANGED] = [createSealer([]), createSealer([k1]), createSealer([k2, k1])]
const RESPONSE = { status: 201, etag: null, body: '{"id":"chk_1"}', cookie: null }
const REQUEST = 'POST /checkouts {"gameUserId":"42"}'
const withKey = (key: string) => ({ 'idempotency-key': key })
const REPLAYED = 'idempotent-replayed'

/** A caller with one Idempotency-Key, whose requests are handled by processes with different secret keys. */
function createCaller() {
  const scope = randomUUID()
  const key = { scope, principal: scope, key: 'gift-17' }
  return {
    claim: (sealer: Sealer, request = REQUEST) =>
      inScope(platform.database.app, scope, (tx) =>
        claimKey(tx, { ...key, fingerprints: sealer.fingerprints(request), leaseSeconds: 0, sealer }),
      ),
    store: (sealer: Sealer, isSecret: boolean) =>
      inScope(platform.database.app, scope, (tx) => storeResponse(tx, { ...key, isSecret, sealer }, RESPONSE)),
  }
}

it.each([
  { name: 'another secret key', before: FIRST, after: CHANGED, isSecret: false },
  { name: 'another secret key, for a sealed response', before: FIRST, after: CHANGED, isSecret: true },
  { name: 'the first secret key', before: NONE, after: FIRST, isSecret: false },
])('a repeated write gets the stored response after the server got $name', async ({ before, after, isSecret }) => {
  const { claim, store } = createCaller()
  expect(await claim(before)).toBe('claimed')
  await store(before, isSecret)
  expect(await claim(before)).toEqual(RESPONSE)
  expect(await claim(after)).toEqual(RESPONSE)
  await expect(claim(after, `${REQUEST} `)).rejects.toMatchObject({ code: 'idempotency_key_reused' })
})

it('after the process of a write died, only the same request can start it again, even with another secret key', async () => {
  const { claim } = createCaller()
  expect(await claim(FIRST)).toBe('claimed')
  await expect(claim(CHANGED, `${REQUEST} `)).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  expect(await claim(CHANGED)).toBe('claimed')
})

async function openStore() {
  const storeId = await platform.createStore()
  await platform.createServer(storeId)
  const productId = formatId('prd', await platform.createProduct(storeId))
  const { token: as } = await platform.addMember(storeId, 'owner')
  const sell = (gameUserId: string, key: string) =>
    platform.request('POST', storePath(storeId, '/checkouts'), {
      as,
      headers: withKey(key),
      body: { gameUserId, items: [{ productId }] },
    })
  const erase = (player: string, key: string) =>
    platform.request('POST', storePath(storeId, `/players/${player}/erase`), {
      as,
      headers: withKey(key),
      body: { cancelPending: true },
    })
  return { storeId, sell, erase }
}

const storedResponses = (storeId: StoreId) =>
  platform.query<{ key: string; row: string }>(
    'select key, k::text as row from idempotent_responses k where scope = $1',
    [storeId],
  )

it('Idempotency-Keys are stored as hashes, and a retry is still recognised', async () => {
  const { storeId, sell } = await openStore()
  const key = 'summer-Steve-The-Unmistakable'
  const first = await sell('42', key)
  const second = await sell('42', key)
  expect(first.headers.get(REPLAYED)).toBeNull()
  expect(second).toMatchObject({ status: 201, text: first.text })
  expect(second.headers.get(REPLAYED)).toBe('true')
  const stored = await storedResponses(storeId)
  expect(stored).toEqual([expect.objectContaining({ key: expect.stringMatching(/^[0-9a-f]{64}$/) as string })])
  expect(stored[0]?.row).not.toContain('Unmistakable')
  expect(await platform.query('select from checkouts where store_id = $1', [storeId])).toHaveLength(1)
})

it('erasing a player releases no Idempotency-Key, neither of other sales nor of the erasure', async () => {
  const { storeId, sell, erase } = await openStore()
  await sell('17', 'order-1')
  const first = await sell('Bob', 'gift-17')
  const erased = await erase('17', 'erase-17')
  expect(erased.status).toBe(200)
  const repeated = await erase('17', 'erase-17')
  expect(repeated).toMatchObject({ status: 200, text: erased.text })
  expect(await sell('Bob', 'gift-17')).toMatchObject({ status: 201, text: first.text })
  expect(
    await platform.query('select from checkouts where store_id = $1 and game_user_id = $2', [storeId, 'Bob']),
  ).toHaveLength(1)
})

async function startAnotherSession(accountId: AccountId): Promise<string> {
  const { token } = await inAccounts(platform.database.accounts, (tx) =>
    startSession(tx, { accountId, address: '127.0.0.1', userAgent: null }),
  )
  rememberKey(token)
  return token
}

const isActive = async (as: string) => (await platform.request('GET', '/whoami', { as })).status === 200

it('signing out of two sessions with the same Idempotency-Key ends both', async () => {
  const { accountId, token } = await platform.createAccount()
  const tokens = [token, await startAnotherSession(accountId)]
  for (const as of tokens) {
    expect((await platform.request('POST', '/account/sign-out', { as, headers: withKey('sign-out') })).status).toBe(204)
    expect(await isActive(as)).toBe(false)
  }
})

it('revoking the other sessions with the same Idempotency-Key keeps only the calling session', async () => {
  const { accountId, token: first } = await platform.createAccount()
  const revokeOthers = (as: string) =>
    platform.request('DELETE', '/account/sessions', { as, headers: withKey('end-others') })
  expect((await revokeOthers(first)).status).toBe(204)
  const second = await startAnotherSession(accountId)
  expect((await revokeOthers(second)).status).toBe(204)
  expect([await isActive(first), await isActive(second)]).toEqual([false, true])
})

it('reauthenticating in two sessions with the same Idempotency-Key applies to both', async () => {
  const { accountId, token } = await platform.createAccount()
  const passwordHash = await createPasswords({ memory: 64, passes: 1 }).hash(PASSWORD)
  await platform.query('update accounts set password_hash = $2 where id = $1', [accountId, passwordHash])
  const tokens = [token, await startAnotherSession(accountId)]
  await platform.query(
    "update account_sessions set authenticated_at = now() - interval '1 hour' where account_id = $1",
    [accountId],
  )
  for (const as of tokens) {
    expect((await platform.request('GET', '/account', { as })).body).toMatchObject({ isRecentlyAuthenticated: false })
    const body = { password: PASSWORD }
    expect(
      (await platform.request('POST', '/account/reauthenticate', { as, body, headers: withKey('reauthenticate') }))
        .status,
    ).toBe(204)
    expect((await platform.request('GET', '/account', { as })).body).toMatchObject({ isRecentlyAuthenticated: true })
  }
})

/** A transaction of another client, for which requests wait. */
async function beginTransaction(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: platform.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  return client
}

it('a repeated write is rejected while the first one is in progress', async () => {
  const storeId = await platform.createStore()
  const { accountId, token } = await platform.addMember(storeId, 'owner')
  const first = await beginTransaction()
  await first.query(
    `insert into idempotent_responses (scope, principal, key, fingerprint, claimed_until) values ($1, $2, $3, $4, now())`,
    [storeId, accountId, idempotencyKeyHash({ scope: storeId, principal: accountId, key: 'slow' }), Buffer.alloc(32)],
  )
  const sent = { as: token, body: { name: 'Ranks' }, headers: { 'idempotency-key': 'slow' } }
  const repeated = await platform.request('POST', storePath(storeId, '/categories'), sent)
  expect(repeated).toMatchObject({ status: 409, body: { code: 'request_in_progress' } })
  expect(repeated.headers.get('retry-after')).toBe('2')
  await first.query('rollback')
  expect((await platform.request('POST', storePath(storeId, '/categories'), sent)).status).toBe(201)
})

it('a member who is removed while creating a token gets no token', async () => {
  const storeId = await platform.createStore()
  await platform.addMember(storeId, 'owner')
  const { accountId, token } = await platform.addMember(storeId, 'owner')
  const removal = await beginTransaction()
  await removal.query('select from stores where id = $1 for no key update', [storeId])
  const creating = platform.request('POST', storePath(storeId, '/tokens'), {
    as: token,
    body: { name: 'late', scopes: ['store:read'] },
  })
  await sleep(300)
  await removal.query('delete from store_members where store_id = $1 and account_id = $2', [storeId, accountId])
  await removal.query('commit')
  expect(await creating).toMatchObject({ status: 403 })
  expect(await platform.query('select from api_tokens where store_id = $1', [storeId])).toEqual([])
})
