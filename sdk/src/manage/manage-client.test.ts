import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { problem, type Said, serveAnswers } from '../../test/serve-answers.ts'
import { openConnection } from '../store-connection.ts'
import { createCall, createManageClient, type ManageOptions } from './manage-client.ts'

const TOKEN = 'qmt_0123456789abcdefghijklmnop'
const STORE = { id: 'sto_1', name: 'Vale', version: 3 }
const ROOT = '/api/manage/1.0'

async function serve(...script: Said[]) {
  const { url, asked, close } = await serveAnswers(...script)
  const open = (more: Partial<ManageOptions> = {}) => createManageClient({ url, token: TOKEN, ...more })
  return { manage: open(), open, asked, url, close }
}

describe('what is asked', () => {
  test('goes to the path, the query and the body where the document wants it', async () => {
    const { manage, asked } = await serve({ body: { items: [], nextCursor: null } }, { body: STORE })
    await manage.listAuditLog({ storeId: 'sto_1', action: 'sell by hand', limit: 10 })
    await manage.updateStore({ storeId: 'sto_1', name: 'Vale' }, { ifMatch: '*' })
    expect(asked.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      { method: 'GET', path: `${ROOT}/stores/sto_1/audit-log?limit=10&action=sell+by+hand`, body: undefined },
      { method: 'PATCH', path: `${ROOT}/stores/sto_1`, body: { name: 'Vale' } },
    ])
    expect(asked[0]?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}` })
    expect(asked[0]?.headers).not.toHaveProperty('content-type')
  })

  test('does not leave its place in the address', async () => {
    const { manage, asked } = await serve({ body: STORE })
    await manage.getStore({ storeId: '../stores/sto_2?x=1#y' })
    expect(asked[0]?.path).toBe(`${ROOT}/stores/..%2Fstores%2Fsto_2%3Fx%3D1%23y`)
    for (const storeId of ['', '.', '..']) {
      await expect(manage.getStore({ storeId })).rejects.toThrow('storeId has to name something')
    }
    expect(asked).toHaveLength(1)
  })

  test('is refused here when the call does not know it', async () => {
    const { manage, asked } = await serve()
    // @ts-expect-error The compiler says so too.
    await expect(manage.getStore({ storeId: 'sto_1', name: 'x' })).rejects.toThrow('There is no name in this call')
    // @ts-expect-error And that something is missing.
    await expect(manage.getStore({})).rejects.toThrow('storeId has to name something')
    expect(asked).toHaveLength(0)
  })

  test('a call without a body sends none', async () => {
    const { manage, asked } = await serve({ status: 204, body: '' })
    await expect(manage.revokeToken({ storeId: 'sto_1', tokenId: 'tok_1' })).resolves.toBeUndefined()
    expect(asked[0]).toMatchObject({ method: 'DELETE', body: undefined })
    expect(asked[0]?.headers).not.toHaveProperty('content-type')
  })
})

describe('a write', () => {
  const EDIT = { storeId: 'sto_1', name: 'Vale' }

  test('carries one key through all its attempts, and another one the next time', async () => {
    const { manage, asked } = await serve({ status: 503 }, (response) => response.destroy(), { body: STORE })
    await manage.updateStore(EDIT, { ifMatch: STORE })
    await manage.updateStore(EDIT, { ifMatch: STORE })
    const [first, second, third, fourth] = asked.map(({ headers }) => headers['idempotency-key'])
    expect(first).toMatch(/^[\x21-\x7e]{16,255}$/)
    expect([second, third]).toEqual([first, first])
    expect(fourth).not.toBe(first)
  })

  test('carries the key it is given', async () => {
    const { manage, asked } = await serve({ body: STORE })
    await manage.updateStore(EDIT, { ifMatch: '*', idempotencyKey: 'row-17' })
    expect(asked[0]?.headers).toMatchObject({ 'idempotency-key': 'row-17' })
  })

  test('waits for an earlier attempt that is still under way', async () => {
    const { manage, asked } = await serve(problem(409, 'request_in_progress'), { body: STORE })
    await expect(manage.updateStore(EDIT, { ifMatch: '*' })).resolves.toEqual(STORE)
    expect(asked).toHaveLength(2)
  })

  test('is not repeated when the store refuses it', async () => {
    const { manage, asked } = await serve(problem(409, 'conflict'))
    await expect(manage.updateStore(EDIT, { ifMatch: '*' })).rejects.toMatchObject({ code: 'conflict', status: 409 })
    expect(asked).toHaveLength(1)
  })

  test('is made once where the store takes no key', async () => {
    const { url, asked } = await serve({ status: 503 })
    const connection = openConnection({ url, key: TOKEN })
    await expect(createCall(connection, { method: 'POST', path: '/once', hasBody: true })({ a: 1 })).rejects.toThrow(
      'status 503',
    )
    expect(asked).toHaveLength(1)
    expect(asked[0]?.headers).not.toHaveProperty('idempotency-key')
  })

  test('names the version it was made for', async () => {
    const { manage, asked } = await serve({ body: STORE })
    const read = await manage.getStore({ storeId: 'sto_1' })
    await manage.updateStore(EDIT, { ifMatch: read })
    await manage.updateStore(EDIT, { ifMatch: '"7"' })
    await manage.updateStore(EDIT, { ifMatch: '*' })
    expect(asked.map(({ headers }) => headers['if-match'])).toEqual([undefined, '"3"', '"7"', '*'])
  })
})

describe('a list', () => {
  const pages = [
    { body: { items: [{ id: 'sto_1' }, { id: 'sto_2' }], nextCursor: 'c 1' } },
    { body: { items: [], nextCursor: 'c2' } },
    { body: { items: [{ id: 'sto_3' }], nextCursor: null } },
  ]

  test('is gone through page by page to its end', async () => {
    const { manage, asked } = await serve(...pages)
    const ids: string[] = []
    for await (const { id } of manage.listStores.each({ limit: 2 })) ids.push(id)
    expect(ids).toEqual(['sto_1', 'sto_2', 'sto_3'])
    expect(asked.map(({ path }) => path)).toEqual([
      `${ROOT}/stores?limit=2`,
      `${ROOT}/stores?limit=2&cursor=c+1`,
      `${ROOT}/stores?limit=2&cursor=c2`,
    ])
  })

  test('is fetched no further than it is read', async () => {
    const { manage, asked } = await serve(...pages)
    for await (const { id } of manage.listStores.each()) if (id === 'sto_2') break
    expect(asked).toHaveLength(1)
  })

  test('can be read by the page', async () => {
    const { manage } = await serve(...pages)
    await expect(manage.listStores()).resolves.toEqual({ items: [{ id: 'sto_1' }, { id: 'sto_2' }], nextCursor: 'c 1' })
  })
})

test('what a store says for good is not asked again', async () => {
  for (const [status, code] of [
    [502, 'provider_refused'],
    [503, 'not_configured'],
  ] as const) {
    const { manage, asked } = await serve(problem(status, code), { body: STORE })
    const refused = manage.updateStore({ storeId: 'sto_1', name: 'Vale' }, { ifMatch: '*' })
    await expect(refused).rejects.toMatchObject({ status, code, isRetryable: false })
    expect(asked).toHaveLength(1)
  }
})

test('a write without a key is tried once', async () => {
  const { manage, asked } = await serve(problem(503, 'unavailable'), { body: STORE })
  const once = manage.updateStore({ storeId: 'sto_1', name: 'Vale' }, { ifMatch: '*', idempotencyKey: null })
  await expect(once).rejects.toMatchObject({ status: 503 })
  expect(asked).toHaveLength(1)
  expect(asked[0]?.headers).not.toHaveProperty('idempotency-key')
})

test('a refusal says which part of the request it is about', async () => {
  const { manage } = await serve({ status: 400, body: { ...problem(400, 'invalid_request').body, field: 'body/name' } })
  await expect(manage.createStore({ name: '', url: 'a.example', currency: 'BRL' })).rejects.toMatchObject({
    name: 'StoreError',
    code: 'invalid_request',
    field: 'body/name',
    requestId: 'req_7',
  })
})

test('a call is given up by its signal', async () => {
  const { manage } = await serve(() => undefined)
  const signal = AbortSignal.timeout(50)
  await expect(manage.listStores({}, { signal })).rejects.toThrow(/aborted/)
})

test('no error and no printed client shows the token', async () => {
  const { manage, open, close } = await serve(problem(401, 'unauthorized'))
  const refused: unknown = await manage.listStores().catch((error: unknown) => error)
  await close()
  const unreachable: unknown = await open({ retries: 0 })
    .listStores()
    .catch((error: unknown) => error)
  for (const shown of [manage, refused, unreachable]) {
    expect(inspect(shown, { depth: 9, showHidden: true })).not.toContain(TOKEN)
  }
})
