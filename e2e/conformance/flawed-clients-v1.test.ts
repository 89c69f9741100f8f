import { expect, test } from 'vitest'
import { createFlawedClient, type Flaw } from './flawed-client-v1.ts'
import { runInProcess } from './in-process.ts'
import { runKit } from './run-kit.ts'

/** Half a second is the limit for "without a pause". On a busy machine, 50 ms would be too short to measure that. */
const LONG_SECOND_MS = 400

/** The scenarios that each flaw breaks. */
const FLAWS: [Flaw, { failed?: string[]; advised?: string[]; secondMs?: number }][] = [
  ['reads only products', { failed: ['expire', 'approve-with-product'] }],
  ['runs only the first command', { failed: ['several-commands'] }],
  ['delivers only the first product', { failed: ['several-products', 'units'] }],
  ['merges equal entries', { failed: ['units'] }],
  ['reads ids as numbers', { failed: ['non-numeric-ids'] }],
  ['handles only APPROVE', { failed: ['refund', 'expire'] }],
  ['processes the queue in reverse', { failed: ['order'] }],
  ['reports before it runs', { failed: ['report-after-run'] }],
  ['runs again after a lost report', { failed: ['report-lost'] }],
  ['runs again after a rejected report', { failed: ['report-rejected'] }],
  ['runs again after a crash', { advised: ['crash-before-report', 'crash-mid-command'] }],
  ['runs again what is dispatched again', { advised: ['dispatched-again'] }],
  ['stops after 401', { advised: ['key-rejected'] }],
  ['stops after 429', { failed: ['rate-limited'] }],
  ['stops after 503', { failed: ['unavailable'] }],
  ['stops after invalid JSON', { failed: ['not-json'] }],
  ['polls an empty queue without a pause', { failed: ['poll-interval'], secondMs: LONG_SECOND_MS }],
  ['polls without a pause while a delivery waits', { failed: ['pause-while-waiting'], secondMs: LONG_SECOND_MS }],
  ['blocks the queue for an offline player', { failed: ['offline-player'] }],
  ['inserts ids unchanged', { failed: ['hostile-ids'] }],
  ['gives up after a failed init', { failed: ['init-fails-first'] }],
  ['delivers one command per poll', { failed: ['long-queue'] }],
]

test('a client with a journal and without a flaw passes all scenarios', async () => {
  const { results } = await runKit(runInProcess((settings) => createFlawedClient(settings)))
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
})

test.concurrent.each(FLAWS)(
  'a client that %s breaks exactly the expected scenarios',
  async (flaw, { failed = [], advised = [], ...options }) => {
    const result = await runKit(
      runInProcess((settings) => createFlawedClient(settings, flaw)),
      options,
    )
    expect({ failed: result.failed, advised: result.advised }).toEqual({ failed, advised })
  },
)
