import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import { createHostKinds, isServedName } from '../origins/host-kinds.ts'
import { buildOperations } from './build-operations.ts'
import { readHostChanges } from '../../stores/hosts/read-host-changes.ts'

const addresses = {
  publicUrl: 'https://manage.example',
  apiUrl: 'https://api.stores.example',
  storefrontDomain: 'stores.example',
}
const store = await startStore({ env: { STOREFRONT_DOMAIN: addresses.storefrontDomain } })

const parts = {
  contentType: 'text/plain',
  metrics: async () => '',
  readiness: async () => ({ ready: true, reason: '' }),
  readHostChanges: (since: string) => readHostChanges(store.database.gateway, since),
}

test('/known-host says yes to the hosts of the installation and of its stores, and to no other name', async () => {
  const storeId = await store.createStore()
  await store.query(
    `insert into store_hosts (store_id, host, kind, proved_at, removed_at) values
       ($1, 'vale', 'label', now(), null), ($1, 'shop.vale.example', 'domain', now(), null),
       ($1, 'unproved.example', 'domain', null, null), ($1, 'gone.example', 'domain', null, now())`,
    [storeId],
  )
  await store.hosts.readChanges()
  const hostKinds = createHostKinds(addresses, store.hosts)
  const operations = buildOperations({ ...parts, isKnownHost: (host) => isServedName(hostKinds, host) })
  const ask = async (search: string) => (await operations.inject({ url: `/known-host${search}` })).statusCode
  const known = [
    'manage.example',
    'api.stores.example',
    'vale.stores.example',
    'VALE.stores.example',
    'shop.vale.example',
  ]
  for (const name of known) expect(await ask(`?domain=${name}`), name).toBe(200)
  const unknown = [
    'unproved.example',
    'gone.example',
    'stores.example',
    'evil.example',
    'vale.stores.example.evil.example',
  ]
  // Certificates are for names: an address and a name without a dot are served, and need none.
  for (const name of [...unknown, '127.0.0.1', 'localhost', 'vale', '', '%00', 'a%20b.example'])
    expect(await ask(`?domain=${name}`), name).toBe(404)
  expect(await ask('')).toBe(404)
  expect(await ask('?domain=manage.example&domain=evil.example')).toBe(404)
})

test('/domains lists the proved domains of stores, and later only what has changed', async () => {
  const storeId = await store.createStore()
  const operations = buildOperations({ ...parts, isKnownHost: () => false })
  const ask = async (since?: string) => {
    const response = await operations.inject({ url: '/domains', query: since === undefined ? {} : { since } })
    return response.json<{ until: string; domains: { host: string; isServed: boolean }[] }>()
  }
  await store.query(
    `insert into store_hosts (store_id, host, kind, proved_at) values
       ($1, 'label-only', 'label', now()), ($1, 'one.example', 'domain', now()), ($1, 'two.example', 'domain', null)`,
    [storeId],
  )
  const first = await ask()
  expect(first.domains).toContainEqual({ host: 'one.example', isServed: true })
  expect(first.domains).toContainEqual({ host: 'two.example', isServed: false })
  expect(first.domains.map(({ host }) => host)).not.toContain('label-only')
  expect((await ask('2999-01-01 00:00:00+00')).domains).toEqual([])
  await store.query(`update store_hosts set removed_at = now() where host = 'one.example'`)
  expect((await ask(first.until)).domains).toContainEqual({ host: 'one.example', isServed: false })
  for (const since of ['yesterday', '-infinity', "2026-01-01 '; drop"])
    expect((await operations.inject({ url: '/domains', query: { since } })).statusCode).toBe(400)
})
