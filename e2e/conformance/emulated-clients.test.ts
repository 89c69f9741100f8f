import { expect, test } from 'vitest'
import { computeVerdict } from '../../conformance/src/harness/findings.ts'
import { EMULATED } from './emulated-clients.ts'
import { runInProcess } from './in-process.ts'
import { runKit } from './run-kit.ts'

const WITHOUT_JOURNAL = ['dispatched-again', 'crash-before-report', 'crash-mid-command']
const FIVEM_FAILS = ['expire', 'init-fails-first', 'not-json', 'report-lost', 'report-rejected', 'approve-with-product']

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

test.concurrent.each(['old-fivem', 'current-fivem'] as const)(
  'the %s client fails because of `product`, lost reports, its single thread and its single init',
  async (name) => {
    const { failed, advised } = await runKit(runInProcess(EMULATED[name]))
    expect({ failed, advised }).toEqual({ failed: FIVEM_FAILS, advised: WITHOUT_JOURNAL })
  },
)

test.concurrent(
  'the mta client fails because of delivery types, `product`, lost reports, its single init and one command per poll',
  async () => {
    const { failed, advised, notTested } = await runKit(runInProcess(EMULATED.mta))
    expect({ failed, advised, notTested }).toEqual({
      failed: [
        'refund',
        'expire',
        'init-fails-first',
        'report-lost',
        'report-rejected',
        'long-queue',
        'approve-with-product',
      ],
      advised: WITHOUT_JOURNAL,
      notTested: ['order'],
    })
  },
)
