import * as limits from '@quartermaster/contract/games-limits'
import { Init } from '@quartermaster/contract/games-v1'
import { InitRequest, Outcome, PollRequest, ReportRequest } from '@quartermaster/contract/games-v2'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { createDeliveryFactory } from '../../conformance/src/mock-store/delivery.ts'
import { createQueueV2, type Outcome as ReportedOutcome } from '../../conformance/src/mock-store/queue-v2.ts'
import { findRequestErrors } from '../../conformance/src/mock-store/find-request-errors.ts'
import type { StoreRequest } from '../../conformance/src/mock-store/store-request.ts'

const SECOND_MS = 10

test('the mock store retries failed deliveries after the delays of the product, and holds them after as many attempts', () => {
  const queue = createQueueV2({ maxCommands: 10, secondMs: SECOND_MS, onChange: () => {} })
  const delivery = createDeliveryFactory('tests0')()
  queue.enqueue(delivery)
  for (let attempt = 1; attempt < limits.MAX_ATTEMPTS; attempt++) {
    const before = Date.now()
    const { status, retryAt = '' } = report({ id: delivery.id, attempt, outcome: 'failed' })
    expect(status).toBe('waiting')
    const delaySeconds = (Date.parse(retryAt) - before) / SECOND_MS
    expect(delaySeconds).toBeGreaterThanOrEqual(limits.RETRY_DELAYS_SECONDS[attempt - 1] ?? Infinity)
    expect(delaySeconds).toBeLessThan((limits.RETRY_DELAYS_SECONDS[attempt - 1] ?? 0) + 4)
  }
  expect(report({ id: delivery.id, attempt: limits.MAX_ATTEMPTS, outcome: 'failed' }).status).toBe('held')

  function report(outcome: ReportedOutcome): { status: string; retryAt?: string } {
    const { body } = queue.respond(request({ operation: 'report', body: { outcomes: [outcome] } }))
    return (JSON.parse(body) as { results: [{ status: string; retryAt?: string }] }).results[0]
  }
})

const id = 'cmd_01h455vb4pex5vsknk084sn02q'
const outcome = { id, attempt: 1, outcome: 'done' }
const ids = (count: number, length = 1) => Array.from({ length: count }, () => 'x'.repeat(length))

/** Each body is at a limit or one step beyond it. */
const BODIES: [StoreRequest['operation'], TSchema, unknown[]][] = [
  ['init', InitRequest, [{}, { serverPort: 1 }, { serverPort: 65_535 }, { serverPort: 0 }, { serverPort: 65_536 }]],
  [
    'poll',
    PollRequest,
    [
      {},
      { online: ids(2_000) },
      { online: ids(2_001) },
      { online: ids(1, 255) },
      { online: ids(1, 256) },
      { online: [''] },
      { holding: ids(1_000) },
      { holding: ids(1_001) },
      { holding: ids(1, 64) },
      { holding: ids(1, 65) },
      { most: 1 },
      { most: 0 },
      { most: 1_000 },
      { most: 1_001 },
      { unknownField: 1 },
    ],
  ],
  [
    'report',
    ReportRequest,
    [{}, { outcomes: [] }, { outcomes: ids(100).map(() => outcome) }, { outcomes: ids(101).map(() => outcome) }],
  ],
  [
    'report',
    ReportRequest,
    [
      { ...outcome, id: 'x'.repeat(64) },
      { ...outcome, id: 'x'.repeat(65) },
      { ...outcome, id: '' },
      { ...outcome, attempt: 0 },
      { ...outcome, attempt: 32_767 },
      { ...outcome, attempt: 32_768 },
      { ...outcome, outcome: 'in_doubt' },
      { ...outcome, outcome: 'ran' },
      { ...outcome, done: 0 },
      { ...outcome, done: -1 },
      { ...outcome, done: 32_767 },
      { ...outcome, done: 32_768 },
      { ...outcome, reason: '' },
      { ...outcome, reason: 'x'.repeat(2_000) },
      { ...outcome, reason: 'x'.repeat(2_001) },
      { ...outcome, output: '' },
      { ...outcome, output: 'x'.repeat(2_000) },
      { ...outcome, output: 'x'.repeat(2_001) },
      { ...outcome, retry: 'yes' },
      { ...outcome, unknownField: 1 },
    ].map((one) => ({ outcomes: [one] })),
  ],
]

test.each(BODIES)(
  'the mock store accepts the same bodies of %s in 2.0 as the contract',
  (operation, schema, bodies) => {
    for (const body of bodies) {
      const isValid = Value.Check({ Outcome }, schema, body)
      expect({ body, isValid: findRequestErrors(request({ operation, body })).length === 0 }).toEqual({ body, isValid })
    }
  },
)

test('the mock store accepts the same ports in 1.0 as the contract', () => {
  for (const serverPort of [0, 1, 65_535, 65_536, '1', undefined]) {
    const body = { serverPort }
    const isValid = Value.Check(Init, body)
    expect({
      body,
      isValid: findRequestErrors(request({ version: '1.0', operation: 'init', body })).length === 0,
    }).toEqual({
      body,
      isValid,
    })
  }
})

function request(given: Partial<StoreRequest> & Pick<StoreRequest, 'operation' | 'body'>): StoreRequest {
  const headers = { 'content-type': 'application/json' }
  return { version: '2.0', method: 'POST', headers, index: 0, receivedAt: 0, errors: [], ...given }
}
