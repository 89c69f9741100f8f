import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { inStore } from '../../src/db/database.ts'
import { createHostConstraint, guardHosts, serveOn } from '../../src/http/origins/route-hosts.ts'
import { formatId } from '../../src/ids.ts'
import { openPaymentPage } from '../../src/payments/open-payment-page.ts'
import { chooseLabel } from '../../src/stores/hosts/choose-label.ts'
import { startManagement } from '../manage/start-management.ts'
import { openShop } from '../payments/open-shop.ts'
import { QUEUE } from '../start-store.ts'
import { requestHost } from './request-host.ts'

const platform = await startManagement({
  env: { PUBLIC_URL: 'https://manage.example', STOREFRONT_DOMAIN: 'stores.example' },
})
const [shop, other] = [await openShop(platform), await openShop(platform)]
for (const [label, storeId] of [['shop', shop.storeId] as const, ['other', other.storeId] as const])
  await inStore(platform.database.app, storeId, (tx) => chooseLabel(tx, { storeId, label }))
await platform.hosts.readChanges()

const MANAGE = '/api/manage/1.0/account/providers'
const get = (host: string | undefined, path: string, headers: Record<string, string> = {}) =>
  requestHost(platform.baseUrl, host, { path, headers })
const statusOf = async (host: string | undefined, path: string) => (await get(host, path)).status

test('a storefront host serves neither the management nor the APIs and documents', async () => {
  for (const path of [
    MANAGE,
    QUEUE,
    '/docs',
    '/docs/manage-1.0/openapi.json',
    '/api/payments/1.0/stripe/x',
    '/account',
  ])
    expect(await statusOf('shop.stores.example', path), path).toBe(404)
})

test('the management host serves no game servers, documents or pages of stores', async () => {
  expect(await statusOf('manage.example', MANAGE)).toBe(200)
  for (const path of [QUEUE, '/docs', `/pay/${formatId('sto', shop.storeId)}/chk_x`])
    expect(await statusOf('manage.example', path), path).toBe(404)
})

test('the API host serves game servers and documents, and no management', async () => {
  expect(await statusOf('api.stores.example', '/docs')).toBe(200)
  expect(await statusOf('api.stores.example', QUEUE)).toBe(401)
  expect(await statusOf('api.stores.example', MANAGE)).toBe(404)
})

test('an unknown host gets a problem and nothing else, on every URL', async () => {
  for (const path of [MANAGE, QUEUE, '/docs', '/', '/nothing'])
    for (const host of ['evil.example', 'unknown.stores.example', 'manage.example.evil.example']) {
      const answer = await get(host, path)
      expect([answer.status, JSON.parse(answer.text)], host + path).toEqual([
        421,
        expect.objectContaining({ code: 'misdirected_request' }),
      ])
    }
})

test('a URL of another kind of host looks like a URL that does not exist, for every method', async () => {
  const shape = ({ status, text, headers }: Awaited<ReturnType<typeof get>>) => {
    const { requestId: _, ...body } = JSON.parse(text) as Record<string, unknown>
    return { status, body, allow: headers['allow'] }
  }
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const send = async (path: string) =>
      shape(await requestHost(platform.baseUrl, 'shop.stores.example', { method, path }))
    expect(await send(MANAGE), method).toEqual(await send('/nothing'))
    expect(await send(QUEUE), method).toEqual(await send('/nothing'))
  }
})

test('polls are served by address and on the API host only, also on the fast path', async () => {
  const poll = async (host: string | undefined) => (await get(host, QUEUE, { authorization: shop.key })).status
  for (const host of ['api.stores.example', '127.0.0.1:8080', undefined, 'quartermaster'])
    for (const attempt of [1, 2]) expect(await poll(host), `${host} ${attempt}`).toBe(200)
  for (const host of ['manage.example', 'shop.stores.example']) expect(await poll(host), host).toBe(404)
  expect(await poll('evil.example')).toBe(421)
})

test('the forwarded host of a proxy changes nothing', async () => {
  const forwarded = { 'x-forwarded-host': 'manage.example', forwarded: 'host=manage.example' }
  expect((await get('shop.stores.example', MANAGE, forwarded)).status).toBe(404)
})

test('buyers pay on the host of the store, or on the API host if it has none', async () => {
  const pageOf = async ({ storeId, open }: typeof shop) =>
    openPaymentPage(platform.payments, { storeId, checkoutId: await open() })
  const url = new URL(await pageOf(shop))
  expect(url.origin).toBe('https://shop.stores.example')
  expect(await statusOf(url.host, url.pathname)).toBe(200)
  expect(await statusOf('api.stores.example', url.pathname)).toBe(200)
  expect(await statusOf('other.stores.example', url.pathname)).toBe(404)
  expect(new URL(await pageOf(await openShop(platform))).origin).toBe('https://api.stores.example')
})

test('an application with a route that belongs to no kind of host does not start', async () => {
  const app = Fastify({ routerOptions: { constraints: { hosts: createHostConstraint({ of: () => 7 }) } } })
  guardHosts(app, { of: () => 7 })
  await app.register(async (scope) => {
    serveOn(scope, 'api')
    scope.get('/declared', async () => 'declared')
  })
  app.get('/forgotten', async () => 'forgotten')
  await expect(app.ready()).rejects.toThrow('No host serves GET /forgotten')
})
