import { expect, test } from 'vitest'
import { createPaint, formatResult, formatSummary } from './print-report.ts'
import type { Result } from './run-scenario.ts'

const PASS: Result = {
  id: 'approve',
  title: 'runs the command of a purchase',
  verdict: 'pass',
  findings: [{ level: 'must', ok: true, text: 'it ran once' }],
  why: 'It is paid.',
  fix: 'Run it.',
  seconds: 1,
  output: undefined,
}
const FAIL: Result = {
  ...PASS,
  verdict: 'fail',
  findings: [{ level: 'must', ok: false, text: 'it ran 2 times' }],
  output: 'hello\nError: no\n',
}

test('a pass is one line; a failure shows the findings, why they matter and how to fix the client', () => {
  const paint = createPaint(false)
  expect(formatResult(PASS, paint)).toHaveLength(1)
  const text = formatResult(FAIL, paint).join('\n')
  for (const part of ['FAIL', '- it ran 2 times', 'why:  It is paid.', 'fix:  Run it.', '| Error: no']) {
    expect(text).toContain(part)
  }
})

test('colours are used only if they are enabled', () => {
  expect(formatSummary([PASS, FAIL], createPaint(false))).toBe('Failed: 1 pass, 1 fail.')
  expect(formatSummary([PASS], createPaint(true))).toContain('\u001b[32m')
})
