import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { idempotencyKeyHash } from '../../src/access/idempotency-key.ts'
import { startManagement, storePath } from './start-management.ts'

const platform = await startManagement()

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
