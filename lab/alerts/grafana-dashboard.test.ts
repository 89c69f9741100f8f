import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildDashboard } from '../../scripts/grafana/build-dashboard.ts'
import { PROJECT_ROOT } from '../../e2e/kit/run-command.ts'

test('the Grafana dashboard is what `npm run grafana` writes', async () => {
  const text = await readFile(join(PROJECT_ROOT, 'deploy/monitoring/grafana-dashboard.json'), 'utf8')
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(buildDashboard())))
})
