import { glob, readFile } from 'node:fs/promises'
import { LEVELS } from '../server/src/levels.ts'
import { findLevelFaults, type SourceText } from './sql/find-level-faults.ts'

const sources: SourceText[] = []
for await (const found of glob(['server/src/**/*.{ts,sql}', 'server/migrations/*.sql'])) {
  const path = found.replaceAll('\\', '/')
  if (!path.endsWith('.test.ts')) sources.push({ path, text: await readFile(path, 'utf8') })
}
const faults = findLevelFaults(sources, LEVELS).sort()
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exitCode = 1
}
