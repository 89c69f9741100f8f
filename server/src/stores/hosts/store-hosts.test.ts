import { expect, test } from 'vitest'
import { startStore } from '../../../test/start-store.ts'
import { inStore, openDatabase, type Tx } from '../../db/database.ts'
import type { StoreId } from '../../ids.ts'
import { setLimit } from '../limits.ts'
import { addDomain } from './add-domain.ts'
import { chooseLabel } from './choose-label.ts'
import { markProved } from './mark-proved.ts'
import { removeHost } from './remove-host.ts'
import { listHosts } from './store-host.ts'
import { createStoreHosts } from './store-hosts.ts'

const store = await startStore({ env: { STOREFRONT_DOMAIN: 'Stores.Example.' } })
const { app, accounts } = store.database
const { findStoreByHost } = store.hosts

const change = <T>(storeId: StoreId, work: (tx: Tx) => Promise<T>) => inStore(app, storeId, work)
const label = (storeId: StoreId, text: string) => change(storeId, (tx) => chooseLabel(tx, { storeId, label: text }))
const domain = (storeId: StoreId, text: string) => change(storeId, (tx) => addDomain(tx, { storeId, domain: text }))
const prove = (storeId: StoreId, host: string) => change(storeId, (tx) => markProved(tx, { storeId, host }))
const remove = (storeId: StoreId, host: string) => change(storeId, (tx) => removeHost(tx, { storeId, host }))
const hostsOf = async (storeId: StoreId) =>
  (await change(storeId, (tx) => listHosts(tx, storeId))).map(({ host }) => host)

/** Fails if a change takes much longer than a second to become visible. */
async function seen(host: string, storeId: StoreId | undefined): Promise<void> {
  await expect.poll(() => findStoreByHost(host), { interval: 20 }).toBe(storeId)
}

test('a store is found under its label, in any spelling of the host', async () => {
  const storeId = await store.createStore()
  await label(storeId, ' Vale ')
  await seen('vale.stores.example', storeId)
  for (const host of [
    'VALE.Stores.Example',
    'vale.stores.example.',
    'vale.stores.example:8443',
    'vale.stores.example.:80',
  ])
    expect(findStoreByHost(host), host).toBe(storeId)
  for (const host of [
    '',
    '.',
    ':80',
    'vale',
    'stores.example',
    'a.vale.stores.example',
    'vale.stores.example..',
    'vale.stores.example:x',
  ])
    expect(findStoreByHost(host), host).toBeUndefined()
})

test('a domain is served after its proof and until it is removed, in punycode', async () => {
  const storeId = await store.createStore()
  expect(await domain(storeId, 'https://Lójá.Example/')).toMatchObject({ host: 'xn--lj-nia4e.example', provedAt: null })
  await store.hosts.readChanges()
  expect(findStoreByHost('xn--lj-nia4e.example')).toBeUndefined()
  await prove(storeId, 'xn--lj-nia4e.example')
  await seen('xn--lj-nia4e.example', storeId)
  await remove(storeId, 'xn--lj-nia4e.example')
  await seen('xn--lj-nia4e.example', undefined)
  await expect(prove(storeId, 'xn--lj-nia4e.example')).rejects.toMatchObject({ code: 'not_found' })
  expect(await domain(storeId, 'xn--lj-nia4e.example')).toMatchObject({ provedAt: null })
})

test('any store can claim a domain, and the one that proves it has it', async () => {
  const [squatter, owner] = [await store.createStore(), await store.createStore()]
  await domain(squatter, 'shop.vale.example')
  await domain(owner, 'shop.vale.example')
  await prove(owner, 'shop.vale.example')
  await expect(prove(squatter, 'shop.vale.example')).rejects.toMatchObject({ code: 'conflict' })
  await seen('shop.vale.example', owner)
  await remove(owner, 'shop.vale.example')
  await prove(squatter, 'shop.vale.example')
  await seen('shop.vale.example', squatter)
})

test('a store has one label, and a label that it gave up stays its own', async () => {
  const [first, second] = [await store.createStore(), await store.createStore()]
  await label(first, 'hill')
  await label(first, 'hill')
  await label(first, 'mountain')
  await seen('mountain.stores.example', first)
  expect(findStoreByHost('hill.stores.example')).toBeUndefined()
  await expect(label(second, 'hill')).rejects.toMatchObject({ code: 'conflict' })
  await expect(label(second, 'mountain')).rejects.toMatchObject({ code: 'conflict' })
  expect(await hostsOf(second)).toEqual([])
  await label(first, 'hill')
  await seen('hill.stores.example', first)
  expect(await hostsOf(first)).toEqual(['hill'])
})

test('of ten concurrent stores that choose a label, one gets it', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => store.createStore()))
  const results = await Promise.allSettled(ids.map((storeId) => label(storeId, 'wanted')))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('reserved and invalid labels and domains are refused', async () => {
  const storeId = await store.createStore()
  const labels = [
    'api',
    'WWW',
    'manage',
    'admin',
    'mail',
    '',
    '-a',
    'a-',
    'a.b',
    'a_b',
    'xn--abc',
    'á',
    'a b',
    'x'.repeat(64),
  ]
  for (const text of labels) await expect(label(storeId, text), text).rejects.toMatchObject({ code: 'invalid_request' })
  const domains = [
    '',
    'vale',
    '127.0.0.1',
    '127.1',
    '[::1]',
    '*.vale.example',
    'vale..example',
    'a/b.example',
    '-a.example',
  ]
  for (const text of domains)
    await expect(domain(storeId, text), text).rejects.toMatchObject({ code: 'invalid_request' })
})

test('a store has as many hosts as its limit allows, with the labels that it gave up', async () => {
  const storeId = await store.createStore()
  await setLimit(accounts, { plan: '*', name: 'hosts', maximum: 3 })
  for (const name of ['one-label', 'two-label', 'three-label']) await label(storeId, name)
  await expect(label(storeId, 'four-label')).rejects.toMatchObject({ code: 'quota_exceeded' })
  await expect(domain(storeId, 'four.vale.example')).rejects.toMatchObject({ code: 'quota_exceeded' })
  await label(storeId, 'one-label')
  await setLimit(accounts, { plan: '*', name: 'hosts', maximum: 10 })
})

test('a lookup needs no query: hosts are found after the database is gone', async () => {
  const storeId = await store.createStore()
  await label(storeId, 'outage')
  const database = openDatabase({ url: store.databaseUrl, poolSize: 1 })
  const hosts = createStoreHosts(database.gateway, { domain: 'stores.example' })
  await hosts.readChanges()
  await database.close()
  await expect(hosts.readChanges()).rejects.toThrow('destroyed')
  expect(hosts.findStoreByHost('outage.stores.example')).toBe(storeId)
  expect(hosts.findStoreByHost('unknown.stores.example')).toBeUndefined()
})
