import { expect, test } from 'vitest'
import { createFlawedClientV2, type FlawV2 } from './flawed-client-v2.ts'
import { runKit } from './run-kit.ts'

/** The scenarios that each flaw breaks. */
const FLAWS: [FlawV2, { failed?: string[]; advised?: string[] }][] = [
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
  ['ignores delaySeconds', { failed: ['delay'] }],
  ['reports until it gets processed', { failed: ['cancelled'] }],
  ['runs again after a failed report', { failed: ['report-lost', 'report-rejected'] }],
  ['loses its journal in a crash', { failed: ['crash-before-report', 'crash-mid-command'] }],
]

test('a client of 2.0 without a flaw passes all scenarios', async () => {
  const { results } = await runKit(createFlawedClientV2(), { version: '2.0' })
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
})

test.concurrent.each(FLAWS)(
  'a client of 2.0 that %s breaks exactly the expected scenarios',
  async (flaw, { failed = [], advised = [] }) => {
    const result = await runKit(createFlawedClientV2(flaw), { version: '2.0' })
    expect({ failed: result.failed, advised: result.advised }).toEqual({ failed, advised })
  },
)
