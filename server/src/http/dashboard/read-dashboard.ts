import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assetType } from '../../themes/assets.ts'

export type DashboardFile = { type: string; body: Buffer; brotli?: Buffer; gzip?: Buffer }
/** By their path in the folder, such as `dashboard/index-x1y2.js`. */
export type DashboardFiles = Map<string, DashboardFile>

export const DASHBOARD_FOLDER = fileURLToPath(new URL('../../../../dashboard/dist/', import.meta.url))

/** Reads the built dashboard. Undefined if it was not built. */
export async function readDashboard(folder = DASHBOARD_FOLDER): Promise<DashboardFiles | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const bodies = new Map<string, Buffer>()
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) bodies.set(path.slice(join(folder, '/').length), await readFile(path))
  }
  if (!bodies.has('index.html')) return undefined
  const files: DashboardFiles = new Map()
  for (const [path, body] of bodies) {
    if (/\.(br|gz)$/.test(path)) continue
    const [brotli, gzip] = [bodies.get(`${path}.br`), bodies.get(`${path}.gz`)]
    const type = path.endsWith('.html') ? 'text/html; charset=utf-8' : assetType(path)
    files.set(path, { type, body, ...(brotli && { brotli }), ...(gzip && { gzip }) })
  }
  return files
}
