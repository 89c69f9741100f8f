import { expect, test } from 'vitest'
import type { StoreId } from '../../ids.ts'
import { createStoreCache } from './store-cache.ts'

const STORE = 'store' as StoreId

function open({ revision }: { revision?: number } = {}) {
  const state = { time: 0, reads: 0, revision, isDown: false }
  const read = async () => {
    if (state.isDown) throw new Error('unavailable')
    return { read: ++state.reads }
  }
  const cache = createStoreCache(read, { revisionOf: () => state.revision, now: () => state.time })
  return { state, get: async () => (await cache(STORE)).read }
}

test('a store whose revision does not change is read again after 30 seconds only, while visitors see what was read before', async () => {
  const { state, get } = open({ revision: 1 })
  for (state.time = 0; state.time < 30_000; state.time += 500) expect(await get()).toBe(1)
  expect([await get(), await get()]).toEqual([1, 2])
})

test('the first visitor after a new revision sees it', async () => {
  const { state, get } = open({ revision: 1 })
  expect(await get()).toBe(1)
  state.revision = 2
  expect(await Promise.all([get(), get(), get()])).toEqual([2, 2, 2])
  expect(state.reads).toBe(2)
})

test('a revision that arrives during a read causes another read', async () => {
  const { state, get } = open({ revision: 1 })
  const first = get()
  state.revision = 2
  expect(await first).toBe(1)
  expect(await get()).toBe(2)
})

test('without a known revision, a store is read once a second', async () => {
  const { state, get } = open()
  expect([await get(), await get()]).toEqual([1, 1])
  state.time = 1_000
  expect(await get()).toBe(1)
  expect(await get()).toBe(2)
})

test('while the database is unavailable, visitors see what was read before, for five minutes after a new revision', async () => {
  const { state, get } = open({ revision: 1 })
  expect(await get()).toBe(1)
  Object.assign(state, { isDown: true, time: 600_000 })
  expect(await get()).toBe(1)
  Object.assign(state, { revision: 2, time: 200_000 })
  expect(await get()).toBe(1)
  state.time = 300_000
  await expect(get()).rejects.toThrow('unavailable')
})
