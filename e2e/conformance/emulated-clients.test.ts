import { expect, test } from 'vitest'
import { verdictOf } from '../../conformance/src/harness/findings.ts'
import { EMULATED } from './emulated-clients.ts'
import { inProcess } from './in-process.ts'
import { judgeClient } from './run-kit.ts'

const FORGETS = ['offered-again', 'crash-before-report', 'crash-mid-command']
const FIVEM_FAILS = ['expire', 'init-fails-first', 'not-json', 'report-cut', 'report-refused', 'approve-with-product']

test.concurrent('the idempotent client passes everything', async () => {
  const { results } = await judgeClient(inProcess(EMULATED.idempotent))
  expect(results.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
})

test.concurrent(
  'the strict client passes all that the document demands, and fails by its forgetting when a memory is demanded',
  async () => {
    const { fails, advised, untested, results } = await judgeClient(inProcess(EMULATED.strict))
    expect({ fails, advised, untested }).toEqual({ fails: [], advised: FORGETS, untested: [] })
    expect(results.filter(({ findings }) => verdictOf(findings, 'should') === 'fail').map(({ id }) => id)).toEqual(
      FORGETS,
    )
  },
)

test.concurrent.each(['old-fivem', 'current-fivem'] as const)(
  'the %s client fails by `product`, by lost reports, by its single thread and by its one init',
  async (name) => {
    const { fails, advised } = await judgeClient(inProcess(EMULATED[name]))
    expect({ fails, advised }).toEqual({ fails: FIVEM_FAILS, advised: FORGETS })
  },
)

test.concurrent(
  'the mta client fails by delivery types, by `product`, by lost reports, by its one init and by one element a poll',
  async () => {
    const { fails, advised, untested } = await judgeClient(inProcess(EMULATED.mta))
    expect({ fails, advised, untested }).toEqual({
      fails: [
        'refund',
        'expire',
        'init-fails-first',
        'report-cut',
        'report-refused',
        'long-queue',
        'approve-with-product',
      ],
      advised: FORGETS,
      untested: ['order'],
    })
  },
)
