import { expect, onTestFinished, test, vi } from 'vitest'
import { ELEMENT, PRODUCT, problem, type Said, serveAnswers } from '../test/serve-answers.ts'
import { followQueue } from './follow-queue.ts'
import { createGamesClient } from './games-client.ts'

const WAITS = { 'preference-applied': 'wait=50' }
const queue = (...ids: string[]): Said => ({
  body: { checkouts: ids.map((id) => ({ ...ELEMENT, id, products: [PRODUCT] })) },
  headers: WAITS,
})
const hangs: Said = () => undefined

test('what comes is handed on, and the next poll begins at once', async () => {
  const { seen, asked } = await follow([queue('cmd_1'), queue('cmd_2', 'cmd_3'), hangs], { intervalMs: 60_000 })
  await expect.poll(() => asked.length).toBe(3)
  expect(seen).toEqual([['cmd_1'], ['cmd_2', 'cmd_3']])
})

test('a queue in which nothing changed is looked at in intervals, and handed on each time', async () => {
  const { seen, asked, begun } = await follow([queue('cmd_1')], { intervalMs: 200 })
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(4)
  // The first was new, so that the second came at once.
  expect(performance.now() - begun).toBeGreaterThanOrEqual(390)
  expect(seen.slice(0, 3)).toEqual([['cmd_1'], ['cmd_1'], ['cmd_1']])
})

test('a store that does not wait is asked in intervals', async () => {
  const { seen, asked, begun } = await follow([{ body: { checkouts: [] } }], { intervalMs: 200 })
  await expect.poll(() => asked.length).toBe(3)
  expect(performance.now() - begun).toBeGreaterThanOrEqual(390)
  expect(seen).toEqual([])
})

test('a store that is slow is not taken for one that waits', async () => {
  const { asked, begun } = await follow(
    [(response) => void setTimeout(() => response.end('{"checkouts":[]}'), 1_050), hangs],
    { intervalMs: 300 },
  )
  await expect.poll(() => asked.length, { timeout: 5_000 }).toBe(2)
  expect(performance.now() - begun).toBeGreaterThanOrEqual(1_340)
})

test('a store that only says that it waited is not hammered either', async () => {
  const { asked, begun } = await follow([queue()], { intervalMs: 200 })
  await expect.poll(() => asked.length).toBe(3)
  expect(performance.now() - begun).toBeGreaterThanOrEqual(390)
})

test('trouble that passes is told and survived', async () => {
  const { seen, troubles } = await follow([problem(503, 'unavailable'), { body: '<html>' }, queue('cmd_1'), hangs])
  await expect.poll(() => seen).toEqual([['cmd_1']])
  expect(troubles).toEqual(['StoreError', 'UnreachableError'])
})

test('a wrong key ends it with an error', async () => {
  const { ended } = await follow([problem(401, 'unauthorized')])
  await expect(ended).rejects.toMatchObject({ code: 'unauthorized' })
})

test.each([
  ['in a poll', [hangs]],
  ['in a pause', [queue()]],
  ['while the store is away', [{ ...problem(503, 'unavailable'), headers: { 'retry-after': '60' } }]],
])('an abort %s ends it quietly', async (_, script: Said[]) => {
  const { ended, asked, controller, troubles } = await follow(script, { intervalMs: 60_000 })
  await vi.waitFor(() => expect(asked.length + troubles.length).toBeGreaterThan(0))
  controller.abort()
  await expect(ended).resolves.toBeUndefined()
})

async function follow(script: Said[], settings: { intervalMs?: number } = {}) {
  const { options, asked } = await serveAnswers(...script)
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const seen: string[][] = []
  const troubles: string[] = []
  const begun = performance.now()
  const ended = (async () => {
    const client = createGamesClient({ ...options, retries: 0 })
    const onTrouble = ({ name }: Error): number => troubles.push(name)
    for await (const commands of followQueue(client, { ...settings, signal: controller.signal, onTrouble })) {
      seen.push(commands.map(({ id }) => id))
    }
  })()
  ended.catch(() => undefined)
  return { seen, troubles, asked, ended, controller, begun }
}
