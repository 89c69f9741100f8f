import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DASHBOARD_FOLDER } from '../../server/src/http/dashboard/read-dashboard.ts'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = ['dashboard/*.{ts,html,json}', 'dashboard/{src,locales}/**/*', 'sdk/src/**/*.ts']

/** Builds the dashboard if it is missing, or older than one of its sources. */
export async function buildDashboard(): Promise<void> {
  const builtAt = await changedAt(join(DASHBOARD_FOLDER, 'index.html'))
  if (builtAt > (await newestSource())) return
  console.log('Building the dashboard …')
  const child = spawn('npm', ['run', 'build:dashboard', '--silent'], {
    cwd: ROOT,
    stdio: 'ignore',
    shell: process.platform === 'win32',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The dashboard could not be built. Run `npm run build:dashboard` to see why.')
}

async function newestSource(): Promise<number> {
  let newest = 0
  for await (const file of glob(SOURCES, { cwd: ROOT })) newest = Math.max(newest, await changedAt(join(ROOT, file)))
  return newest
}

/** In milliseconds; 0 if the file does not exist. */
async function changedAt(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  return found?.mtimeMs ?? 0
}
