import { expect, test } from 'vitest'
import { createIdempotentClient, type Flaw } from '../emulators/document-client.ts'
import { createOutcomesClient, type FlawV2, type OutcomesSettings } from '../emulators/outcomes-client.ts'
import type { EmulatedSettings } from './emulated-clients.ts'
import { runInProcess } from './in-process.ts'
import { runKit } from './run-kit.ts'

/** Half a second is the limit for "without a pause". On a busy machine, 50 ms would be too short to measure that. */
const LONG_SECOND_MS = 400

/** The scenarios that each flaw breaks. */
type Broken = { failed?: string[]; advised?: string[]; secondMs?: number }
const FLAWS: [Flaw, Broken][] = [
  ['reads only products', { failed: ['expire', 'approve-with-product'] }],
  ['runs only the first command', { failed: ['several-commands'] }],
  ['delivers only the first product', { failed: ['several-products', 'units'] }],
  ['merges equal entries', { failed: ['units'] }],
  ['reads ids as numbers', { failed: ['non-numeric-ids'] }],
  ['handles only APPROVE', { failed: ['refund', 'expire'] }],
  ['processes the queue in reverse', { failed: ['order'] }],
  ['reports before it runs', { failed: ['report-after-run'] }],
  ['runs again after a lost report', { failed: ['report-lost', 'store-unreachable', 'aborted-requests'] }],
  ['runs again after a rejected report', { failed: ['report-rejected'] }],
  ['runs again after a crash', { advised: ['crash-before-report', 'crash-mid-command'] }],
  ['runs again what is dispatched again', { advised: ['dispatched-again'] }],
  ['takes a missing response as a success', { failed: ['report-lost', 'store-unreachable'] }],
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

const FLAWS_V2: [FlawV2, Broken][] = [
  ['runs done commands again', { failed: ['skip-done-commands', 'failed-command', 'in-doubt'] }],
  ['always reports attempt 1', { failed: ['attempt-number'] }],
  ['reports failures as done', { failed: ['failed-command'] }],
  ['reports failures without done', { failed: ['failed-command'] }],
  ['reports uncertain commands as done', { failed: ['in-doubt'] }],
  ['runs uncertain commands again', { failed: ['in-doubt'] }],
  ['reports repeatable commands as in_doubt', { advised: ['repeatable'] }],
  ['reports refused ids as done', { failed: ['refused-id'] }],
  ['sends one outcome per report', { advised: ['batches'] }],
  ['does not send online players', { advised: ['offline-player', 'online-players'] }],
  ['ignores delaySeconds', { failed: ['delay'], secondMs: LONG_SECOND_MS }],
  ['reports until it gets processed', { failed: ['cancelled'] }],
  [
    'runs again after a failed report',
    { failed: ['report-lost', 'report-rejected', 'store-unreachable', 'aborted-requests'] },
  ],
  ['loses its journal in a crash', { failed: ['crash-before-report', 'crash-mid-command'] }],
]

test.concurrent.each(FLAWS)(
  'a client that %s breaks exactly the expected scenarios',
  async (flaw, { failed = [], advised = [], ...options }) => {
    const client = runInProcess((settings: EmulatedSettings) => createIdempotentClient(settings, [flaw]))
    expect(await runKit(client, options)).toMatchObject({ failed, advised })
  },
)

// Alone, because its polls would always overlap while the other clients keep the process busy.
test(
  'a client that runs again in overlapping polls breaks exactly the expected scenario',
  { timeout: 60_000 },
  async () => {
    const flaws: Flaw[] = ['runs again in overlapping polls']
    const client = runInProcess((settings: EmulatedSettings) => createIdempotentClient(settings, flaws))
    const only = ['approve', 'slow-response', 'slow-report', 'overlapping-polls', 'store-unreachable']
    const { failed } = await runKit(client, { secondMs: 500, intervalSeconds: 2, only })
    expect(failed).toEqual(['overlapping-polls'])
  },
)

test('a client of 2.0 without a flaw passes all scenarios', async () => {
  const { results } = await runKit(runInProcess(createOutcomesClient), { version: '2.0' })
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
})

test.concurrent.each(FLAWS_V2)(
  'a client of 2.0 that %s breaks exactly the expected scenarios',
  async (flaw, { failed = [], advised = [], ...options }) => {
    const client = runInProcess((settings: OutcomesSettings) => createOutcomesClient(settings, flaw))
    expect(await runKit(client, { version: '2.0', ...options })).toMatchObject({ failed, advised })
  },
)
