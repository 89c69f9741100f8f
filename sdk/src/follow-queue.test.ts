import { expect, onTestFinished, test } from 'vitest'
import { QUEUED_COMMAND, PRODUCT, problem, type ScriptedResponse, serveResponses } from '../test/serve-responses.ts'
import { followQueue } from './follow-queue.ts'
import { createGamesClient } from './games-client.ts'

const WAITED = { 'preference-applied': 'wait=50' }
const queue = (...ids: string[]): ScriptedResponse => ({
  body: { checkouts: ids.map((id) => ({ ...QUEUED_COMMAND, id, products: [PRODUCT] })) },
  headers: WAITED,
})
const hangs: ScriptedResponse = () => undefined

test('new commands are yielded, and the next poll starts at once', async () => {
  const { yielded, requests } = await follow([queue('cmd_1'), queue('cmd_2', 'cmd_3'), hangs], { intervalMs: 60_000 })
  await expect.poll(() => requests.length).toBe(3)
  expect(yielded).toEqual([['cmd_1'], ['cmd_2', 'cmd_3']])
})

test('an unchanged queue is polled in intervals and yielded each time', async () => {
  const { yielded, requests, startedAt } = await follow([queue('cmd_1')], { intervalMs: 200 })
  await expect.poll(() => requests.length).toBeGreaterThanOrEqual(4)
  // The commands of the first poll were new, so the second poll started at once.
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(390)
  expect(yielded.slice(0, 3)).toEqual([['cmd_1'], ['cmd_1'], ['cmd_1']])
})

test('a store that does not support waiting is polled in intervals', async () => {
  const { yielded, requests, startedAt } = await follow([{ body: { checkouts: [] } }], { intervalMs: 200 })
  await expect.poll(() => requests.length).toBe(3)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(390)
  expect(yielded).toEqual([])
})

test('a slow response without Preference-Applied does not count as waiting', async () => {
  const { requests, startedAt } = await follow(
    [(response) => void setTimeout(() => response.end('{"checkouts":[]}'), 1_050), hangs],
    { intervalMs: 300 },
  )
  await expect.poll(() => requests.length).toBe(2)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_340)
})

test('an immediate empty response that claims to have waited is followed by a pause', async () => {
  const { requests, startedAt } = await follow([queue()], { intervalMs: 200 })
  await expect.poll(() => requests.length).toBe(3)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(390)
})

test('temporary errors are reported to onRetry and retried', async () => {
  const { yielded, retriedErrors } = await follow([
    problem(503, 'unavailable'),
    { body: '<html>' },
    queue('cmd_1'),
    hangs,
  ])
  await expect.poll(() => yielded).toEqual([['cmd_1']])
  expect(retriedErrors).toEqual(['StoreError', 'UnreachableError'])
})

test('a wrong key throws', async () => {
  const { ended } = await follow([problem(401, 'unauthorized')])
  await expect(ended).rejects.toMatchObject({ code: 'unauthorized' })
})

test.each([
  ['during a poll', [hangs]],
  ['during a pause', [queue()]],
  ['while the store is unavailable', [{ ...problem(503, 'unavailable'), headers: { 'retry-after': '60' } }]],
])('an abort %s ends the iteration without an error', async (_, script: ScriptedResponse[]) => {
  const { ended, requests, controller, retriedErrors } = await follow(script, { intervalMs: 60_000 })
  await expect.poll(() => requests.length + retriedErrors.length).toBeGreaterThan(0)
  controller.abort()
  await expect(ended).resolves.toBeUndefined()
})

async function follow(script: ScriptedResponse[], settings: { intervalMs?: number } = {}) {
  const { options, requests } = await serveResponses(...script)
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const yielded: string[][] = []
  const retriedErrors: string[] = []
  const startedAt = performance.now()
  const ended = (async () => {
    const client = createGamesClient({ ...options, retries: 0 })
    const onRetry = ({ name }: Error): number => retriedErrors.push(name)
    for await (const commands of followQueue(client, { ...settings, signal: controller.signal, onRetry })) {
      yielded.push(commands.map(({ id }) => id))
    }
  })()
  ended.catch(() => undefined)
  return { yielded, retriedErrors, requests, ended, controller, startedAt }
}
