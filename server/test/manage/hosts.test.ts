import { expect, it } from 'vitest'
import { checkDomain } from '../../src/stores/hosts/check-domain.ts'
import { formatId } from '../../src/ids.ts'
import { requestHost } from '../origins/request-host.ts'
import { startManagement } from './start-management.ts'

const platform = await startManagement({
  env: { PUBLIC_URL: 'http://manage.localhost:8080', STOREFRONT_DOMAIN: 'stores.example' },
})
const { app } = platform.database

it('an owner chooses a label, which is served at once and in the audit log', async () => {
  const { request } = await platform.createStoreAs('owner')
  const chosen = await request('PUT', '/hosts/label', { label: 'Vale' })
  expect(chosen).toMatchObject({
    status: 200,
    body: { host: 'vale', kind: 'label', url: 'http://vale.stores.example:8080', proof: null },
  })
  expect((await requestHost(platform.baseUrl, 'vale.stores.example', { path: '/docs' })).status).toBe(404)
  const log = await request('GET', '/audit-log')
  expect(log.body).toMatchObject({ items: [{ action: 'chooseLabel', details: { label: 'vale' } }] })
  expect(await request('PUT', '/hosts/label', { label: 'api' })).toMatchObject({ status: 400 })
})

it('a domain is proved by its TXT record and no other', async () => {
  const { storeId, request } = await platform.createStoreAs('owner')
  const added = await request('POST', '/hosts', { domain: 'shop.vale.example' })
  const proof = { type: 'TXT', name: '_quartermaster.shop.vale.example', value: `store=${formatId('sto', storeId)}` }
  expect(added).toMatchObject({ status: 201, body: { host: 'shop.vale.example', url: null, proof, provedAt: null } })

  const check = (texts: string[] | Error) =>
    checkDomain(app, {
      storeId,
      host: 'shop.vale.example',
      resolve: async (name) => {
        expect(name).toBe(proof.name)
        if (texts instanceof Error) throw texts
        return texts
      },
    })
  for (const texts of [[], ['v=spf1 -all'], ['store=sto_other'], new Error('ENOTFOUND')])
    await expect(check(texts)).rejects.toMatchObject({ code: 'conflict' })
  expect(await check(['v=spf1 -all', proof.value])).toMatchObject({ provedAt: expect.any(Date) as Date })
  const { body } = await request('GET', '/hosts')
  expect(body).toMatchObject({ items: [{ host: 'shop.vale.example', url: 'http://shop.vale.example:8080' }] })
  expect((await request('DELETE', '/hosts/shop.vale.example')).status).toBe(204)
  expect((await request('DELETE', '/hosts/shop.vale.example')).status).toBe(404)
  await expect(check([proof.value])).rejects.toMatchObject({ code: 'not_found' })
})

it('hosts of the platform and domains on the site of the management are refused', async () => {
  const { request } = await platform.createStoreAs('owner')
  for (const domain of ['vale.stores.example', 'api.stores.example', 'stores.example', 'a.manage.localhost'])
    expect((await request('POST', '/hosts', { domain })).status, domain).toBeGreaterThanOrEqual(400)
  expect((await request('GET', '/hosts')).body).toEqual({ items: [] })
})

it('managers cannot change hosts', async () => {
  const { request } = await platform.createStoreAs('manager')
  expect((await request('PUT', '/hosts/label', { label: 'hill' })).status).toBe(403)
  expect((await request('GET', '/hosts')).status).toBe(200)
})
