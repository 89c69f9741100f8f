import { expect, test } from 'vitest'
import { computeVerdict } from '../../conformance/src/harness/findings.ts'
import { EMULATED } from './emulated-clients.ts'
import { runInProcess } from './in-process.ts'
import { runKit } from './run-kit.ts'

const WITHOUT_JOURNAL = ['dispatched-again', 'crash-before-report', 'crash-mid-command']
/** Because of `product`, lost reports, their single thread and their single init. */
const FIVEM_FAILS = [
  'expire',
  'init-fails-first',
  'not-json',
  'report-lost',
  'report-rejected',
  'store-unreachable',
  'aborted-requests',
  'approve-with-product',
]
/** Also because it searches players by number. */
const OLD_FIVEM_FAILS = [
  'expire',
  'non-numeric-ids',
  'init-fails-first',
  'not-json',
  'report-lost',
  'report-rejected',
  'store-unreachable',
  'aborted-requests',
  'hostile-ids',
  'approve-with-product',
]
/** MTA polls on a timer. On a busy machine, its polls would always overlap if the interval were much shorter. */
const MTA_SPEED = { secondMs: 250, intervalSeconds: 2 }
/** Because of delivery types, `product`, ids as numbers, lost reports, its single init, overlapping polls and one command per poll. */
const MTA_FAILS = [
  'refund',
  'expire',
  'non-numeric-ids',
  'init-fails-first',
  'report-lost',
  'report-rejected',
  'slow-report',
  'overlapping-polls',
  'store-unreachable',
  'aborted-requests',
  'long-queue',
  'approve-with-product',
]

test.concurrent('the idempotent client passes all scenarios', async () => {
  const { results } = await runKit(runInProcess(EMULATED.idempotent))
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
})

test.concurrent(
  'the strict client meets all requirements of 1.0, and fails the scenarios that need a journal if advice is required',
  async () => {
    const { failed, advised, notTested, results } = await runKit(runInProcess(EMULATED.strict))
    expect({ failed, advised, notTested }).toEqual({ failed: [], advised: WITHOUT_JOURNAL, notTested: [] })
    const failedWithAdvice = results.filter(({ findings }) => computeVerdict(findings, 'should') === 'fail')
    expect(failedWithAdvice.map(({ id }) => id)).toEqual(WITHOUT_JOURNAL)
  },
)

test.concurrent.each([
  [
    'old-fivem',
    { failed: OLD_FIVEM_FAILS, advised: ['offline-player', ...WITHOUT_JOURNAL], notTested: ['pause-while-waiting'] },
  ],
  ['current-fivem', { failed: FIVEM_FAILS, advised: WITHOUT_JOURNAL, notTested: [] }],
] as const)('the %s client fails exactly the scenarios of its known faults', async (name, expected) => {
  expect(await runKit(runInProcess(EMULATED[name]))).toMatchObject(expected)
})

test('the mta client fails the scenarios of its known faults', async () => {
  const results = await runKit(runInProcess(EMULATED.mta), MTA_SPEED)
  // On a machine that answers late its polls overlap in other scenarios, too.
  const failed = expect.arrayContaining(MTA_FAILS) as unknown
  expect(results).toMatchObject({ failed, advised: WITHOUT_JOURNAL, notTested: ['order'] })
})
