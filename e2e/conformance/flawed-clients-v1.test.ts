import { expect, test } from 'vitest'
import { createFlawedClient, type Flaw } from './flawed-client-v1.ts'
import { inProcess } from './in-process.ts'
import { judgeClient } from './run-kit.ts'

/** "On and on" is an answer and the next poll in half a second, also on a machine that is busy with other things. */
const LONG_SECOND_MS = 400

/** What each flaw breaks, and nothing else does. */
const FLAWS: [Flaw, { fails?: string[]; advised?: string[]; secondMs?: number }][] = [
  ['reads only products', { fails: ['expire', 'approve-with-product'] }],
  ['takes the first command only', { fails: ['several-commands'] }],
  ['takes the first product only', { fails: ['several-products', 'units'] }],
  ['takes equal entries for one', { fails: ['units'] }],
  ['reads ids as numbers', { fails: ['non-numeric-ids'] }],
  ['knows purchases only', { fails: ['refund', 'expire'] }],
  ['goes from the end to the top', { fails: ['order'] }],
  ['reports before it runs', { fails: ['report-after-run'] }],
  ['runs again after a cut report', { fails: ['report-cut'] }],
  ['runs again after a refused report', { fails: ['report-refused'] }],
  ['runs again after a crash', { advised: ['crash-before-report', 'crash-mid-command'] }],
  ['runs again what is offered again', { advised: ['offered-again'] }],
  ['stops at 401', { advised: ['key-refused'] }],
  ['stops at 429', { fails: ['limited'] }],
  ['stops at 503', { fails: ['unavailable'] }],
  ['stops at broken JSON', { fails: ['not-json'] }],
  ['asks an empty queue on and on', { fails: ['pace'], secondMs: LONG_SECOND_MS }],
  ['asks on and on while an element waits', { fails: ['pause-while-held'], secondMs: LONG_SECOND_MS }],
  ['waits for an offline player', { fails: ['offline-player'] }],
  ['pastes ids as they are', { fails: ['hostile-names'] }],
  ['takes a failed init for final', { fails: ['init-fails-first'] }],
  ['serves one element a poll', { fails: ['long-queue'] }],
]

test('a client with a journal and without a flaw passes everything', async () => {
  const { results } = await judgeClient(inProcess((settings) => createFlawedClient(settings)))
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
})

test.concurrent.each(FLAWS)(
  'a client that %s is told so, and of nothing else',
  async (flaw, { fails = [], advised = [], ...pace }) => {
    const judged = await judgeClient(
      inProcess((settings) => createFlawedClient(settings, flaw)),
      pace,
    )
    expect({ fails: judged.fails, advised: judged.advised }).toEqual({ fails, advised })
  },
)
