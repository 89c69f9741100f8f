import { expect, test } from 'vitest'
import { startStore } from '../../test/start-store.ts'
import { formatId } from '../ids.ts'

const store = await startStore()

test('game servers receive the data of their store', async () => {
  const expiresAt = new Date('2030-01-31T12:00:00.000Z')
  const storeId = await store.createStore({ name: 'Loja ⚔', url: 'https://Vale.Example/', plan: 'PRO', expiresAt })
  const { key } = await store.createServer(storeId)
  expect((await store.init(key)).body).toEqual({
    id: formatId('sto', storeId),
    name: 'Loja ⚔',
    plan: 'PRO',
    expirationDate: '2030-01-31T12:00:00.000Z',
    url: 'vale.example',
  })
})

test('a store without an expiry shows a date in the far future', async () => {
  const { key } = await store.createServer(await store.createStore())
  expect((await store.init(key)).body).toMatchObject({ expirationDate: '2099-12-31T23:59:59.000Z' })
})

test('an invalid store is not created', async () => {
  const before = await store.query('select from stores')
  for (const fault of [
    { currency: 'XXQ' },
    { currency: 'brl' },
    { currency: '' },
    { name: '' },
    { name: 'x'.repeat(201) },
    { plan: '' },
    { url: '' },
    { url: 'two words.example' },
    { url: 'vale.example/path' },
    { url: 'x'.repeat(254) },
  ]) {
    await expect(store.createStore(fault), JSON.stringify(fault)).rejects.toMatchObject({ code: 'invalid_request' })
  }
  expect(await store.query('select from stores')).toHaveLength(before.length)
})
