import { expect, test } from 'vitest'
import { csvLine } from '../src/ui/list-parts/csv.ts'

test('a CSV field with a comma, a quote or a line break is quoted', () => {
  expect(csvLine(['VIP, Gold', 'a "b"', 'two\nlines', 'plain'])).toBe('"VIP, Gold","a ""b""","two\nlines",plain\r\n')
})

test('a name that begins like a formula does not run in a spreadsheet, and numbers stay numbers', () => {
  const hostile = ['=HYPERLINK("http://evil.example")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']
  for (const text of hostile) expect(csvLine([text])).toMatch(/^"?'/)
  expect(csvLine([-5, 19.9, true, null, undefined, ''])).toBe('-5,19.9,true,,,\r\n')
})
