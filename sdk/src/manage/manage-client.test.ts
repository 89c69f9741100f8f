import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { problem, type ScriptedResponse, serveResponses } from '../../test/serve-responses.ts'
import { createConnection } from '../store-connection.ts'
import { createCall } from '../create-call.ts'
import { createManageClient, type ManageOptions, manageRequest } from './manage-client.ts'

const TOKEN = 'qmt_0123456789abcdefghijklmnop'
const STORE = { id: 'sto_1', name: 'Vale', version: 3 }
const ROOT = '/api/manage/1.0'

async function serve(...script: ScriptedResponse[]) {
  const { url, requests, close } = await serveResponses(...script)
  const open = (more: Partial<ManageOptions> = {}) => createManageClient({ url, token: TOKEN, ...more })
  return { manage: open(), open, requests, url, close }
}

describe('the input', () => {
  test('is sent in the path, the query and the body, as the document says', async () => {
    const { manage, requests } = await serve({ body: { items: [], nextCursor: null } }, { body: STORE })
    await manage.listAuditLog({ storeId: 'sto_1', action: 'sell by hand', limit: 10 })
    await manage.updateStore({ storeId: 'sto_1', name: 'Vale' }, { ifMatch: '*' })
    expect(requests.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      { method: 'GET', path: `${ROOT}/stores/sto_1/audit-log?limit=10&action=sell+by+hand`, body: undefined },
      { method: 'PATCH', path: `${ROOT}/stores/sto_1`, body: { name: 'Vale' } },
    ])
    expect(requests[0]?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}` })
    expect(requests[0]?.headers).not.toHaveProperty('content-type')
  })

  test('can be shown as the request that would be sent', () => {
    expect(manageRequest('updateStore', { storeId: 'sto_1', name: 'Vale' })).toEqual({
      method: 'PATCH',
      path: `${ROOT}/stores/sto_1`,
      body: { name: 'Vale' },
    })
  })

  test('cannot change the rest of the path', async () => {
    const { manage, requests } = await serve({ body: STORE })
    await manage.getStore({ storeId: '../stores/sto_2?x=1#y' })
    expect(requests[0]?.path).toBe(`${ROOT}/stores/..%2Fstores%2Fsto_2%3Fx%3D1%23y`)
    for (const storeId of ['', '.', '..']) {
      await expect(manage.getStore({ storeId })).rejects.toThrow('storeId must be a non-empty id')
    }
    expect(requests).toHaveLength(1)
  })

  test('is rejected without a request if the call does not have it', async () => {
    const { manage, requests } = await serve()
    // @ts-expect-error The compiler rejects it too.
    await expect(manage.getStore({ storeId: 'sto_1', name: 'x' })).rejects.toThrow('This call has no input "name"')
    // @ts-expect-error The compiler also rejects a missing input.
    await expect(manage.getStore({})).rejects.toThrow('storeId must be a non-empty id')
    expect(requests).toHaveLength(0)
  })

  test('is not sent as a body if the call has none', async () => {
    const { manage, requests } = await serve({ status: 204, body: '' })
    await expect(manage.revokeToken({ storeId: 'sto_1', tokenId: 'tok_1' })).resolves.toBeUndefined()
    expect(requests[0]).toMatchObject({ method: 'DELETE', body: undefined })
    expect(requests[0]?.headers).not.toHaveProperty('content-type')
  })
})

describe('a write', () => {
  const EDIT = { storeId: 'sto_1', name: 'Vale' }

  test('has one idempotency key for all its attempts, and each call has a new key', async () => {
    const { manage, requests } = await serve({ status: 503 }, (response) => response.destroy(), { body: STORE })
    await manage.updateStore(EDIT, { ifMatch: STORE })
    await manage.updateStore(EDIT, { ifMatch: STORE })
    const [first, second, third, fourth] = requests.map(({ headers }) => headers['idempotency-key'])
    expect(first).toMatch(/^[\x21-\x7e]{16,255}$/)
    expect([second, third]).toEqual([first, first])
    expect(fourth).not.toBe(first)
  })

  test('uses the given idempotency key', async () => {
    const { manage, requests } = await serve({ body: STORE })
    await manage.updateStore(EDIT, { ifMatch: '*', idempotencyKey: 'row-17' })
    expect(requests[0]?.headers).toMatchObject({ 'idempotency-key': 'row-17' })
  })

  test('is retried while an earlier attempt is still in progress', async () => {
    const { manage, requests } = await serve(problem(409, 'request_in_progress'), { body: STORE })
    await expect(manage.updateStore(EDIT, { ifMatch: '*' })).resolves.toEqual(STORE)
    expect(requests).toHaveLength(2)
  })

  test('is not retried if the store rejects it', async () => {
    const { manage, requests } = await serve(problem(409, 'conflict'))
    await expect(manage.updateStore(EDIT, { ifMatch: '*' })).rejects.toMatchObject({ code: 'conflict', status: 409 })
    expect(requests).toHaveLength(1)
  })

  test('is not retried if the operation takes no idempotency key', async () => {
    const { url, requests } = await serve({ status: 503 })
    const connection = createConnection({ url, key: TOKEN })
    await expect(createCall(connection, { method: 'POST', path: '/once', hasBody: true })({ a: 1 })).rejects.toThrow(
      'status 503',
    )
    expect(requests).toHaveLength(1)
    expect(requests[0]?.headers).not.toHaveProperty('idempotency-key')
  })

  test('sends the version it is based on', async () => {
    const { manage, requests } = await serve({ body: STORE })
    const read = await manage.getStore({ storeId: 'sto_1' })
    await manage.updateStore(EDIT, { ifMatch: read })
    await manage.updateStore(EDIT, { ifMatch: '"7"' })
    await manage.updateStore(EDIT, { ifMatch: '*' })
    expect(requests.map(({ headers }) => headers['if-match'])).toEqual([undefined, '"3"', '"7"', '*'])
  })
})

describe('a list', () => {
  const pages = [
    { body: { items: [{ id: 'sto_1' }, { id: 'sto_2' }], nextCursor: 'c 1' } },
    { body: { items: [], nextCursor: 'c2' } },
    { body: { items: [{ id: 'sto_3' }], nextCursor: null } },
  ]

  test('is iterated page by page to its end', async () => {
    const { manage, requests } = await serve(...pages)
    const ids: string[] = []
    for await (const { id } of manage.listStores.each({ limit: 2 })) ids.push(id)
    expect(ids).toEqual(['sto_1', 'sto_2', 'sto_3'])
    expect(requests.map(({ path }) => path)).toEqual([
      `${ROOT}/stores?limit=2`,
      `${ROOT}/stores?limit=2&cursor=c+1`,
      `${ROOT}/stores?limit=2&cursor=c2`,
    ])
  })

  test('is fetched only as far as it is read', async () => {
    const { manage, requests } = await serve(...pages)
    for await (const { id } of manage.listStores.each()) if (id === 'sto_2') break
    expect(requests).toHaveLength(1)
  })

  test('can be read page by page', async () => {
    const { manage } = await serve(...pages)
    await expect(manage.listStores()).resolves.toEqual({ items: [{ id: 'sto_1' }, { id: 'sto_2' }], nextCursor: 'c 1' })
  })
})

test('final error codes are not retried', async () => {
  for (const [status, code] of [
    [502, 'provider_refused'],
    [503, 'not_configured'],
  ] as const) {
    const { manage, requests } = await serve(problem(status, code), { body: STORE })
    const refused = manage.updateStore({ storeId: 'sto_1', name: 'Vale' }, { ifMatch: '*' })
    await expect(refused).rejects.toMatchObject({ status, code, isRetryable: false })
    expect(requests).toHaveLength(1)
  }
})

test('a write without an idempotency key is not retried', async () => {
  const { manage, requests } = await serve(problem(503, 'unavailable'), { body: STORE })
  const once = manage.updateStore({ storeId: 'sto_1', name: 'Vale' }, { ifMatch: '*', idempotencyKey: null })
  await expect(once).rejects.toMatchObject({ status: 503 })
  expect(requests).toHaveLength(1)
  expect(requests[0]?.headers).not.toHaveProperty('idempotency-key')
})

test('an error names the invalid part of the request', async () => {
  const { manage } = await serve({ status: 400, body: { ...problem(400, 'invalid_request').body, field: 'body/name' } })
  await expect(manage.createStore({ name: '', url: 'a.example', currency: 'BRL' })).rejects.toMatchObject({
    name: 'StoreError',
    code: 'invalid_request',
    field: 'body/name',
    requestId: 'req_7',
  })
})

test('a signal aborts a call', async () => {
  const { manage } = await serve(() => undefined)
  const signal = AbortSignal.timeout(50)
  await expect(manage.listStores({}, { signal })).rejects.toThrow(/aborted/)
})

test('neither a printed client nor any of its errors contains the token', async () => {
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
