import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format } from 'prettier'
import { buildDashboard } from './grafana/build-dashboard.ts'

const FILE = join(import.meta.dirname, '../deploy/monitoring/grafana-dashboard.json')

/** Writes the Grafana dashboard. With --check, it only compares. */
const text = await format(JSON.stringify(buildDashboard()), { parser: 'json', printWidth: 120 })
if (!process.argv.includes('--check')) await writeFile(FILE, text)
else if ((await readFile(FILE, 'utf8')) !== text) {
  console.error('deploy/monitoring/grafana-dashboard.json is not up to date. Run `npm run grafana`.')
  process.exitCode = 1
}
