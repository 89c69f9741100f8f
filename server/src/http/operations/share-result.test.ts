import { expect, test } from 'vitest'
import { shareResult } from './share-result.ts'

test('concurrent calls, and calls shortly afterwards, share one result', async () => {
  let time = 0
  let runs = 0
  const { promise: first, resolve } = Promise.withResolvers<void>()
  const read = shareResult(
    1_000,
    async () => {
      await first
      return ++runs
    },
    () => time,
  )
  const concurrent = Array.from({ length: 100 }, read)
  time = 5_000
  concurrent.push(read())
  resolve()
  expect(new Set(await Promise.all(concurrent))).toEqual(new Set([1]))
  time = 5_999
  expect(await read()).toBe(1)
  time = 6_000
  expect(await read()).toBe(2)
})

test('a failure is not kept longer than a result', async () => {
  let time = 0
  const results = [() => Promise.reject(new Error('away')), async () => 'ready']
  const read = shareResult(
    1_000,
    async () => results.shift()?.(),
    () => time,
  )
  await expect(read()).rejects.toThrow('away')
  time = 1_000
  expect(await read()).toBe('ready')
})
