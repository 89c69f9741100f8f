import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { coalesce } from './coalesce.ts'

const laneOf = (call: string) => call.charAt(0)
const upper = async (calls: string[]) => calls.map((call) => call.toUpperCase())

test('simultaneous calls are one batch, and each gets its own answer', async () => {
  const batches: string[][] = []
  const ask = coalesce((calls: string[]) => (batches.push(calls), upper(calls)), laneOf)
  expect(await Promise.all(['a', 'b', 'c'].map(ask))).toEqual(['A', 'B', 'C'])
  expect(batches).toEqual([['a', 'b', 'c']])
})

test('calls during a batch are one batch after it', async () => {
  const batches: string[][] = []
  const started = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const ask = coalesce(async (calls: string[]) => {
    batches.push(calls)
    started.resolve()
    await released.promise
    return calls
  }, laneOf)
  const first = ask('a')
  await started.promise
  const others = [ask('b'), ask('c')]
  released.resolve()
  await Promise.all([first, ...others])
  expect(batches).toEqual([['a'], ['b', 'c']])
})

test('only the call that caused an error fails', async () => {
  const ask = coalesce(async (calls: string[]) => {
    if (calls.includes('bad')) throw new Error('bad is bad')
    return upper(calls)
  }, laneOf)
  const answers = await Promise.allSettled(['a', 'bad', 'c'].map(ask))
  expect(answers).toMatchObject([
    { status: 'fulfilled', value: 'A' },
    { status: 'rejected', reason: { message: 'bad is bad' } },
    { status: 'fulfilled', value: 'C' },
  ])
})

test('during an outage all calls of a batch fail at once without a retry', async () => {
  let tries = 0
  const ask = coalesce(async (_calls: string[]): Promise<string[]> => {
    tries++
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  }, laneOf)
  const answers = await Promise.allSettled(['a', 'b', 'c'].map(ask))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(tries).toBe(1)
})

test('a slow batch does not delay the next', async () => {
  const started = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const ask = coalesce(async (calls: string[]) => {
    started.resolve()
    if (calls.includes('slow')) await released.promise
    return calls
  }, laneOf)
  const slow = ask('slow')
  await started.promise
  expect(await ask('quick')).toBe('quick')
  released.resolve()
  expect(await slow).toBe('slow')
})

test('the calls of a batch do not wait for one that needs longer', async () => {
  const order: string[] = []
  const longer = Promise.withResolvers<string>()
  const ask = coalesce(
    async (calls: string[]) => calls.map((call) => (call === 'long' ? longer.promise : call)),
    laneOf,
  )
  const answers = ['long', 'a', 'b'].map(async (call) => order.push(await ask(call)))
  await Promise.all(answers.slice(1))
  longer.resolve('long')
  await answers[0]
  expect(order).toEqual(['a', 'b', 'long'])
})

test('a caller with a thousand calls does not delay others', async () => {
  const batches: string[][] = []
  const ask = coalesce(async (calls: string[]) => {
    batches.push(calls)
    await sleep(5)
    return calls
  }, laneOf)
  const flood = Array.from({ length: 2_000 }, (_, i) => ask(`x${i}`))
  const other = ask('other')
  await other
  // If lanes did not take turns, it would be in the last of eleven batches.
  expect(batches.findIndex((batch) => batch.includes('other'))).toBeLessThan(5)
  expect(await Promise.all(flood)).toHaveLength(2_000)
})

test('a call beyond the limit of waiting calls is refused with a retry time', async () => {
  const ask = coalesce(
    async (calls: string[]) => {
      await sleep(20)
      return calls
    },
    laneOf,
    3,
  )
  const answers = await Promise.allSettled(['a', 'b', 'c', 'd'].map(ask))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(answers[3]).toMatchObject({ reason: { code: 'unavailable', retryAfter: 5 } })
})
