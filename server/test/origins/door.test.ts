import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { inStore } from '../../src/db/database.ts'
import { createIdentify, identifyRequests } from '../../src/http/origins/request-identity.ts'
import { createHostConstraint, guardHosts, serveOn } from '../../src/http/origins/route-hosts.ts'
import { openPaymentPage } from '../../src/payments/open-payment-page.ts'
import { chooseLabel } from '../../src/stores/hosts/choose-label.ts'
import { startManagement } from '../manage/start-management.ts'
import { openShop } from '../payments/open-shop.ts'
import { requestHost } from './request-host.ts'

const platform = await startManagement({
  env: { PUBLIC_URL: 'https://manage.example', STOREFRONT_DOMAIN: 'stores.example' },
})
const [shop, other] = [await openShop(platform), await openShop(platform)]
for (const [label, storeId] of [['shop', shop.storeId] as const, ['other', other.storeId] as const])
  await inStore(platform.database.app, storeId, (tx) => chooseLabel(tx, { storeId, label }))
await platform.hosts.readChanges()

const identify = createIdentify({ publicUrl: 'https://manage.example' })
const MANAGE = '/api/manage/1.0/account/providers'
const get = (host: string | undefined, path: string, headers: Record<string, string> = {}) =>
  requestHost(platform.baseUrl, host, { path, headers })
const statusOf = async (host: string | undefined, path: string) => (await get(host, path)).status

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
  const app = Fastify({ routerOptions: { constraints: { hosts: createHostConstraint({ of: () => 7 }, identify) } } })
  identifyRequests(app, identify)
  guardHosts(app, { of: () => 7 })
  await app.register(async (scope) => {
    serveOn(scope, 'api')
    scope.get('/declared', async () => 'declared')
  })
  app.get('/forgotten', async () => 'forgotten')
  await expect(app.ready()).rejects.toThrow('No host serves GET /forgotten')
})
