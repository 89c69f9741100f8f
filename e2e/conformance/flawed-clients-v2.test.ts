import { expect, test } from 'vitest'
import { deliveryClient, type DeliveryFlaw } from './flawed-client-v2.ts'
import { judgeClient } from './run-kit.ts'

/** What each flaw of a client of 2.0 breaks, and nothing else does. */
const FLAWS: [DeliveryFlaw, { fails?: string[]; advised?: string[] }][] = [
  ['begins at the first command', { fails: ['begin-behind-done', 'failed-command', 'in-doubt'] }],
  ['reports every attempt as the first', { fails: ['attempt-named'] }],
  ['calls a failure done', { fails: ['failed-command'] }],
  ['forgets how much had run', { fails: ['failed-command'] }],
  ['calls a doubt done', { fails: ['in-doubt'] }],
  ['runs a doubt again', { fails: ['in-doubt'] }],
  ['asks its owner about repeatable commands', { advised: ['repeatable'] }],
  ['refuses names without a word', { fails: ['refused-name'] }],
  ['reports one by one', { advised: ['batches'] }],
  ['names nobody as online', { advised: ['offline-player', 'online-named'] }],
  ['does not wait for a delay', { fails: ['delay'] }],
  ['reports until it hears processed', { fails: ['withdrawn'] }],
  ['runs again what it could not report', { fails: ['report-cut', 'report-refused'] }],
  ['forgets at a crash', { fails: ['crash-before-report', 'crash-mid-command'] }],
]

test('a client of 2.0 without a flaw passes everything', async () => {
  const { results } = await judgeClient(deliveryClient(), { version: '2.0' })
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
})

test.concurrent.each(FLAWS)(
  'a client of 2.0 that %s is told so, and of nothing else',
  async (flaw, { fails = [], advised = [] }) => {
    const judged = await judgeClient(deliveryClient(flaw), { version: '2.0' })
    expect({ fails: judged.fails, advised: judged.advised }).toEqual({ fails, advised })
  },
)
