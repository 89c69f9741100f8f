import { expect, test } from 'vitest'
import { startStore } from '../../test/start-store.ts'
import { inStore } from '../db/database.ts'
import { newId, type StoreId } from '../ids.ts'
import { setStorePlan } from './set-store-plan.ts'
import { showStore } from './show-store.ts'
import { type StoreChanges, updateStore } from './update-store.ts'

const store = await startStore()
const { app } = store.database
const update = (changes: StoreChanges) => inStore(app, changes.storeId, (tx) => updateStore(tx, changes))

test('an edit changes the given fields and the version; an edit of an older version is refused', async () => {
  const storeId = await store.createStore({ name: 'Vale', url: 'vale.example' })
  expect(await update({ storeId, name: 'Hill', expectVersion: 1 })).toMatchObject({
    name: 'Hill',
    url: 'vale.example',
    version: 2,
  })
  await expect(update({ storeId, url: 'hill.example', expectVersion: 1 })).rejects.toMatchObject({
    code: 'precondition_failed',
  })
  const expiresAt = new Date('2031-01-01T00:00:00.000Z')
  const planned = await inStore(app, storeId, (tx) =>
    setStorePlan(tx, { storeId, plan: 'PRO', expiresAt, expectVersion: 2 }),
  )
  expect(planned).toMatchObject({ name: 'Hill', url: 'vale.example', plan: 'PRO', expiresAt, version: 3 })
  expect(await inStore(app, storeId, (tx) => showStore(tx, storeId))).toEqual(planned)
})

test('an invalid edit and an edit of an unknown store are refused', async () => {
  const storeId = await store.createStore()
  for (const fault of [{ name: '' }, { name: 'x'.repeat(201) }, { url: 'two words.example' }, { url: '' }]) {
    await expect(update({ storeId, ...fault })).rejects.toMatchObject({ code: 'invalid_request' })
  }
  await expect(update({ storeId: newId<StoreId>(), name: 'x' })).rejects.toMatchObject({ code: 'not_found' })
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
