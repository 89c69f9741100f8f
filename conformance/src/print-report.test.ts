import { expect, test } from 'vitest'
import type { Result } from './run-scenario.ts'
import { painter, resultLines, summaryLine } from './print-report.ts'

const PASS: Result = {
  id: 'approve',
  title: 'runs the command of a purchase',
  verdict: 'pass',
  findings: [{ level: 'must', ok: true, text: 'it ran once' }],
  why: 'It is paid.',
  mend: 'Run it.',
  seconds: 1,
  output: undefined,
}
const FAIL: Result = {
  ...PASS,
  verdict: 'fail',
  findings: [{ level: 'must', ok: false, text: 'it ran 2 times' }],
  output: 'hello\nError: no\n',
}

test('a pass is one line; a failure says what was seen, why it matters and how to mend it', () => {
  const plain = painter(false)
  expect(resultLines(PASS, plain)).toHaveLength(1)
  const text = resultLines(FAIL, plain).join('\n')
  for (const part of ['FAIL', '- it ran 2 times', 'why:  It is paid.', 'mend: Run it.', '| Error: no']) {
    expect(text).toContain(part)
  }
})

test('colour is in the text only when it is wanted', () => {
  expect(summaryLine([PASS, FAIL], painter(false))).toBe('Not yet: 1 pass, 1 fail.')
  expect(summaryLine([PASS], painter(true))).toContain('\u001b[32m')
})
