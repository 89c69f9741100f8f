import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PAGE, withExamples } from './page.ts'

test('the page for plugin developers contains the current examples (npx node e2e/examples/page.ts --write)', () => {
  const page = readFileSync(PAGE, 'utf8')
  expect(page).toBe(withExamples(page))
  expect(page.match(/<!-- examples\//g)).toHaveLength(7)
})
