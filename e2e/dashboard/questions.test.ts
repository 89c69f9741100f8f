import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../kit/run-command.ts'

test('every question in docs/dashboard.md is answered by a journey or a road', async () => {
  const guide = await readFile(join(PROJECT_ROOT, 'docs/dashboard.md'), 'utf8')
  const named = [...guide.matchAll(/^\| .*\?.* \| .* \| (.*) \|$/gm)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThanOrEqual(10)
  let journeys = ''
  for await (const file of glob('{journeys,../roads/walks}/*.ts', { cwd: import.meta.dirname }))
    journeys += await readFile(join(import.meta.dirname, file), 'utf8')
  expect(named.filter((name) => !new RegExp(`(name|title): '${name}'`).test(journeys))).toEqual([])
})
