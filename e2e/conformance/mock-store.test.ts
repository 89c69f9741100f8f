import * as limits from '@quartermaster/contract/games/limits'
import { Init } from '@quartermaster/contract/games/v1'
import { InitRequest, Outcome, PollRequest, ReportRequest } from '@quartermaster/contract/games/v2'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDeliveryFactory } from '../../conformance/src/mock-store/delivery.ts'
import { createQueueV2, type Outcome as ReportedOutcome } from '../../conformance/src/mock-store/queue-v2.ts'
import { findRequestErrors } from '../../conformance/src/mock-store/find-request-errors.ts'
import type { StoreRequest } from '../../conformance/src/mock-store/store-request.ts'

const SECOND_MS = 10

test('the mock store retries failed deliveries after the delays of the product, and holds them after as many attempts', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const queue = createQueueV2({ maxCommands: 10, secondMs: SECOND_MS, onChange: () => {} })
  const delivery = createDeliveryFactory('tests0')()
  queue.enqueue(delivery)
  for (let attempt = 1; attempt < limits.MAX_ATTEMPTS; attempt++) {
    const { status, retryAt = '' } = report({ id: delivery.id, attempt, outcome: 'failed' })
    expect(status).toBe('waiting')
    expect((Date.parse(retryAt) - Date.now()) / SECOND_MS).toBe(limits.RETRY_DELAYS_SECONDS[attempt - 1])
  }
  expect(report({ id: delivery.id, attempt: limits.MAX_ATTEMPTS, outcome: 'failed' }).status).toBe('held')

  function report(outcome: ReportedOutcome): { status: string; retryAt?: string } {
    const { body } = queue.respond(request({ operation: 'report', body: { outcomes: [outcome] } }))
    return (JSON.parse(body) as { results: [{ status: string; retryAt?: string }] }).results[0]
  }
})

const OUTCOME = { id: 'cmd_01h455vb4pex5vsknk084sn02q', attempt: 1, outcome: 'done' }
const ids = (count: number, length = 1) => Array.from({ length: count }, () => 'x'.repeat(length))

/** Values at a limit or one step beyond it, by the field that has them. */
const INIT_VALUES = { serverPort: [1, 65_535, 0, 65_536, '1', undefined] }
const POLL_VALUES = {
  online: [ids(2_000), ids(2_001), ids(1, 255), ids(1, 256), ['']],
  holding: [ids(1_000), ids(1_001), ids(1, 64), ids(1, 65)],
  most: [1, 0, 1_000, 1_001],
  unknownField: [1],
}
const REPORT_VALUES = { outcomes: [[], ids(100).map(() => OUTCOME), ids(101).map(() => OUTCOME)] }
const OUTCOME_VALUES = {
  id: [...ids(1, 64), ...ids(1, 65), ''],
  attempt: [0, 32_767, 32_768],
  outcome: ['in_doubt', 'ran'],
  done: [0, -1, 32_767, 32_768],
  reason: ['', ...ids(1, 2_000), ...ids(1, 2_001)],
  output: ['', ...ids(1, 2_000), ...ids(1, 2_001)],
  retry: ['yes'],
  unknownField: [1],
}

/** One body for each value, which is valid except for this value. */
function listBodies(valid: object, values: Record<string, unknown[]>): object[] {
  return Object.entries(values).flatMap(([field, list]) => list.map((value) => ({ ...valid, [field]: value })))
}

test.each<[StoreRequest['operation'], string, TSchema, object[]]>([
  ['init', '1.0', Init, [{}, ...listBodies({}, INIT_VALUES)]],
  ['init', '2.0', InitRequest, [{}, ...listBodies({}, INIT_VALUES)]],
  ['poll', '2.0', PollRequest, [{}, ...listBodies({}, POLL_VALUES)]],
  ['report', '2.0', ReportRequest, [{}, ...listBodies({}, REPORT_VALUES)]],
  ['report', '2.0', ReportRequest, listBodies(OUTCOME, OUTCOME_VALUES).map((one) => ({ outcomes: [one] }))],
])('the mock store accepts the same bodies of %s in %s as the contract', (operation, version, schema, bodies) => {
  for (const body of bodies) {
    const isValid = Value.Check({ Outcome }, schema, body)
    const errors = findRequestErrors(request({ operation, version, body }))
    expect({ body, isValid: errors.length === 0 }).toEqual({ body, isValid })
  }
})

type GivenRequest = Partial<StoreRequest> & Pick<StoreRequest, 'operation' | 'body'>

function request(given: GivenRequest): StoreRequest {
  const headers = { 'content-type': 'application/json' }
  return { version: '2.0', method: 'POST', headers, index: 0, receivedAt: 0, errors: [], ...given }
}
