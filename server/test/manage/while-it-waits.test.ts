import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { idempotencyKeyHash } from '../../src/access/idempotency-key.ts'
import { openDesk, storePath } from './open-desk.ts'

const desk = await openDesk()

/** Somebody else's transaction, to be waited for. */
async function begin(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: desk.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  return client
}

it('who repeats a write that takes long is told that it is under way', async () => {
  const storeId = await desk.createStore()
  const { accountId, token } = await desk.member(storeId, 'owner')
  const first = await begin()
  await first.query(
    `insert into idempotent_responses (scope, principal, key, fingerprint, claimed_until) values ($1, $2, $3, $4, now())`,
    [storeId, accountId, idempotencyKeyHash({ scope: storeId, principal: accountId, key: 'slow' }), Buffer.alloc(32)],
  )
  const asked = { as: token, body: { name: 'Ranks' }, headers: { 'idempotency-key': 'slow' } }
  const again = await desk.ask('POST', storePath(storeId, '/categories'), asked)
  expect(again).toMatchObject({ status: 409, body: { code: 'request_in_progress' } })
  expect(again.headers.get('retry-after')).toBe('2')
  await first.query('rollback')
  expect((await desk.ask('POST', storePath(storeId, '/categories'), asked)).status).toBe(201)
})

it('who is taken out of a store while he makes a token gets none', async () => {
  const storeId = await desk.createStore()
  await desk.member(storeId, 'owner')
  const { accountId, token } = await desk.member(storeId, 'owner')
  const removal = await begin()
  await removal.query('select from stores where id = $1 for no key update', [storeId])
  const making = desk.ask('POST', storePath(storeId, '/tokens'), {
    as: token,
    body: { name: 'late', scopes: ['store:read'] },
  })
  await sleep(300)
  await removal.query('delete from store_members where store_id = $1 and account_id = $2', [storeId, accountId])
  await removal.query('commit')
  expect(await making).toMatchObject({ status: 403 })
  expect(await desk.query('select from api_tokens where store_id = $1', [storeId])).toEqual([])
})
