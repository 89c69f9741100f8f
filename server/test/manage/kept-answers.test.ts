import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { claimKey, storeResponse } from '../../src/access/idempotency-key.ts'
import { createPasswords } from '../../src/accounts/sign-in/passwords.ts'
import { startSession } from '../../src/accounts/sessions/session.ts'
import { inAccounts, inScope } from '../../src/db/database.ts'
import { type AccountId, formatId, type StoreId } from '../../src/ids.ts'
import { createSealer, type Sealer } from '../../src/seal.ts'
import { PASSWORD } from '../accounts/start-accounts.ts'
import { rememberKey } from '../start-store.ts'
import { openDesk, storePath } from './open-desk.ts'

const desk = await openDesk()
const k1 = { id: 'k1', key: Buffer.alloc(32, 1) }
const k2 = { id: 'k2', key: Buffer.alloc(32, 2) }
const [NONE, FIRST, CHANGED] = [createSealer([]), createSealer([k1]), createSealer([k2, k1])]
const ANSWER = { status: 201, etag: null, body: '{"id":"chk_1"}', cookie: null }
const REQUEST = 'POST /checkouts {"gameUserId":"42"}'
const again = (key: string) => ({ 'idempotency-key': key })
const REPEATED = 'idempotent-replayed'

/** A caller whose writes are kept under one key, by a process with these keys or those. */
function caller() {
  const scope = randomUUID()
  const mine = { scope, principal: scope, key: 'gift-17' }
  return {
    claim: (sealer: Sealer, request = REQUEST) =>
      inScope(desk.database.app, scope, (tx) =>
        claimKey(tx, { ...mine, fingerprints: sealer.fingerprints(request), leaseSeconds: 0, sealer }),
      ),
    answer: (sealer: Sealer, secret: boolean) =>
      inScope(desk.database.app, scope, (tx) => storeResponse(tx, mine, { ...ANSWER, secret, sealer })),
  }
}

it.each([
  { name: 'another key', before: FIRST, after: CHANGED, secret: false },
  { name: 'another key, of what is kept sealed', before: FIRST, after: CHANGED, secret: true },
  { name: 'a first key', before: NONE, after: FIRST, secret: false },
])('a write that is sent again after $name came is answered as before', async ({ before, after, secret }) => {
  const { claim, answer } = caller()
  expect(await claim(before)).toBe('mine')
  await answer(before, secret)
  expect(await claim(before)).toEqual(ANSWER)
  expect(await claim(after)).toEqual(ANSWER)
  await expect(claim(after, `${REQUEST} `)).rejects.toMatchObject({ code: 'idempotency_key_reused' })
})

it('a write whose process died is begun again after another key came, and only by the same request', async () => {
  const { claim } = caller()
  expect(await claim(FIRST)).toBe('mine')
  await expect(claim(CHANGED, `${REQUEST} `)).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  expect(await claim(CHANGED)).toBe('mine')
})

async function shop() {
  const storeId = await desk.createStore()
  await desk.createServer(storeId)
  const productId = formatId('prd', await desk.createProduct(storeId))
  const { token: as } = await desk.member(storeId, 'owner')
  const sell = (gameUserId: string, key: string) =>
    desk.ask('POST', storePath(storeId, '/checkouts'), {
      as,
      headers: again(key),
      body: { gameUserId, items: [{ productId }] },
    })
  const erase = (player: string, key: string) =>
    desk.ask('POST', storePath(storeId, `/players/${player}/erase`), {
      as,
      headers: again(key),
      body: { cancelPending: true },
    })
  return { storeId, sell, erase }
}

const keptIn = (storeId: StoreId) =>
  desk.query<{ key: string; row: string }>('select key, k::text as row from idempotent_responses k where scope = $1', [
    storeId,
  ])

it('no key lies in the database as it was sent, and a retry is told from a new write all the same', async () => {
  const { storeId, sell } = await shop()
  const key = 'summer-Steve-The-Unmistakable'
  const first = await sell('42', key)
  const second = await sell('42', key)
  expect(first.headers.get(REPEATED)).toBeNull()
  expect(second).toMatchObject({ status: 201, text: first.text })
  expect(second.headers.get(REPEATED)).toBe('true')
  const kept = await keptIn(storeId)
  expect(kept).toEqual([expect.objectContaining({ key: expect.stringMatching(/^[0-9a-f]{64}$/) as string })])
  expect(kept[0]?.row).not.toContain('Unmistakable')
  expect(await desk.query('select from checkouts where store_id = $1', [storeId])).toHaveLength(1)
})

it('to erase a player frees no key, neither that of a sale to somebody else nor its own', async () => {
  const { storeId, sell, erase } = await shop()
  await sell('17', 'order-1')
  const first = await sell('Bob', 'gift-17')
  const erased = await erase('17', 'erase-17')
  expect(erased.status).toBe(200)
  const repeated = await erase('17', 'erase-17')
  expect(repeated).toMatchObject({ status: 200, text: erased.text })
  expect(await sell('Bob', 'gift-17')).toMatchObject({ status: 201, text: first.text })
  expect(
    await desk.query('select from checkouts where store_id = $1 and game_user_id = $2', [storeId, 'Bob']),
  ).toHaveLength(1)
})

async function anotherSession(accountId: AccountId): Promise<string> {
  const { token } = await inAccounts(desk.database.accounts, (tx) =>
    startSession(tx, { accountId, address: '127.0.0.1', userAgent: null }),
  )
  rememberKey(token)
  return token
}

const isOpen = async (as: string) => (await desk.ask('GET', '/whoami', { as })).status === 200

it('to sign out in two sessions under one key ends both', async () => {
  const { accountId, token } = await desk.person()
  const tokens = [token, await anotherSession(accountId)]
  for (const as of tokens) {
    expect((await desk.ask('POST', '/account/sign-out', { as, headers: again('sign-out') })).status).toBe(204)
    expect(await isOpen(as)).toBe(false)
  }
})

it('to end the other sessions under one key spares only who asks', async () => {
  const { accountId, token: first } = await desk.person()
  const end = (as: string) => desk.ask('DELETE', '/account/sessions', { as, headers: again('end-others') })
  expect((await end(first)).status).toBe(204)
  const second = await anotherSession(accountId)
  expect((await end(second)).status).toBe(204)
  expect([await isOpen(first), await isOpen(second)]).toEqual([false, true])
})

it('to prove in two sessions under one key who one is proves it in both', async () => {
  const { accountId, token } = await desk.person()
  const passwordHash = await createPasswords({ memory: 64, passes: 1 }).hash(PASSWORD)
  await desk.query('update accounts set password_hash = $2 where id = $1', [accountId, passwordHash])
  const tokens = [token, await anotherSession(accountId)]
  await desk.query("update account_sessions set authenticated_at = now() - interval '1 hour' where account_id = $1", [
    accountId,
  ])
  for (const as of tokens) {
    expect((await desk.ask('GET', '/account', { as })).body).toMatchObject({ isRecentlyAuthenticated: false })
    const body = { password: PASSWORD }
    expect((await desk.ask('POST', '/account/reauthenticate', { as, body, headers: again('proof') })).status).toBe(204)
    expect((await desk.ask('GET', '/account', { as })).body).toMatchObject({ isRecentlyAuthenticated: true })
  }
})
