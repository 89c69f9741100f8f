import { expect, it } from 'vitest'
import { openDesk, storePath } from './open-desk.ts'
import type { StoreId } from '../../src/ids.ts'
import { parseId } from '../../src/ids.ts'

const desk = await openDesk()

it('whoever opens a store is its owner, and the log says so', async () => {
  const ana = await desk.person()
  const body = { name: 'Vale', url: 'vale.example', currency: 'BRL' }
  const made = await desk.ask('POST', '/stores', { as: ana.token, body })
  expect(made.status).toBe(201)
  expect(made.headers.get('etag')).toBe('"1"')
  const { id } = made.body as { id: string }
  const mine = await desk.ask('GET', '/stores', { as: ana.token })
  expect(mine.body).toMatchObject({ items: [{ id, role: 'owner' }], next: null })
  const log = await desk.ask('GET', `/stores/${id}/audit-log`, { as: ana.token })
  expect(log.body).toMatchObject({ items: [{ action: 'createStore', actor: { name: ana.email }, subject: id }] })
})

it('an edit of what has changed meanwhile is refused', async () => {
  const storeId = await desk.createStore()
  const { token: as } = await desk.member(storeId, 'owner')
  const edit = (match: string | undefined, name: string) =>
    desk.ask('PATCH', storePath(storeId), { as, body: { name }, ...(match && { headers: { 'if-match': match } }) })
  expect((await edit(undefined, 'A')).status).toBe(428)
  expect((await edit('"1"', 'A')).headers.get('etag')).toBe('"2"')
  expect((await edit('"1"', 'B')).status).toBe(412)
  expect((await edit('*', 'C')).body).toMatchObject({ name: 'C', version: 3 })
})

it('a field that is not known is refused by its name', async () => {
  const storeId = await desk.createStore()
  const { token: as } = await desk.member(storeId, 'owner')
  const refused = await desk.ask('PATCH', storePath(storeId), { as, body: { nmae: 'A' }, headers: { 'if-match': '*' } })
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request', field: 'body/nmae' } })
})

it('what an operator does in a store, even looking, is in its log', async () => {
  const storeId = await desk.createStore()
  const { token: as, email } = await desk.operator()
  await desk.ask('GET', storePath(storeId), { as })
  const plan = { plan: 'ADVANCED', expiresAt: null }
  await desk.ask('PUT', storePath(storeId, '/plan'), { as, body: plan, headers: { 'if-match': '*' } })
  const owner = await desk.member(storeId, 'owner')
  const log = await desk.ask('GET', storePath(storeId, '/audit-log'), { as: owner.token })
  const actor = { kind: 'operator', name: email }
  expect(log.body).toMatchObject({
    items: [
      { action: 'setStorePlan', actor },
      { action: 'getStore', actor },
    ],
  })
})

it('an operator without a second factor is nobody in a store of others', async () => {
  const storeId = await desk.createStore()
  const person = await desk.person()
  await desk.query('update accounts set is_operator = true where id = $1', [person.accountId])
  expect((await desk.ask('GET', storePath(storeId), { as: person.token })).status).toBe(404)
  expect((await desk.ask('GET', '/platform/stores', { as: person.token })).status).toBe(403)
})

it('the same key and body open one store, however many ask at once', async () => {
  const ana = await desk.person()
  const ask = (name: string) =>
    desk.ask('POST', '/stores', {
      as: ana.token,
      body: { name, url: 'vale.example', currency: 'BRL' },
      headers: { 'idempotency-key': 'k-1' },
    })
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('Vale')))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect((await ask('Other')).body).toMatchObject({ code: 'idempotency_key_reused', status: 422 })
  expect((await desk.ask('GET', '/stores', { as: ana.token })).body).toMatchObject({
    items: [{ name: 'Vale' }],
    next: null,
  })
  const { id } = JSON.parse(answers[0]?.text ?? '{}') as { id: string }
  const storeId = parseId<StoreId>('sto', id)
  expect(await desk.query('select action from audit_log where store_id = $1', [storeId])).toHaveLength(1)
})
