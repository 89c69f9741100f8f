import { expect, test } from 'vitest'
import { toAppError } from './problem.ts'

test('an outage of the database is temporary, and any other unexpected error is our fault', () => {
  const outages = [
    Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    new Error('Connection terminated unexpectedly'),
  ]
  for (const error of outages)
    expect(toAppError(error), error.message).toMatchObject({ code: 'unavailable', status: 503, retryAfter: 5 })
  expect(toAppError(new Error('x is not a function'))).toMatchObject({ code: 'internal', status: 500 })
})
