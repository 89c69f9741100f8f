import { glob, readFile } from 'node:fs/promises'
import { LEVELS } from '../server/src/levels.ts'
import { findLevelFaults } from './sql/find-level-faults.ts'

const found = await Array.fromAsync(glob(['server/src/**/*.{ts,sql}', 'server/migrations/*.sql']))
const paths = found
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.endsWith('.test.ts'))
  .sort()
const sources = await Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })))
const faults = findLevelFaults(sources, LEVELS)
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exitCode = 1
}
