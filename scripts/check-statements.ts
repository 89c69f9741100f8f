import { relative } from 'node:path'
import { startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import ts from 'typescript'
import { migrate } from '../server/src/setup/migrate.ts'
import { checkStatementsOf } from './sql/check-statements-of.ts'
import { UNRESOLVED_STATEMENTS } from './sql/unresolved-statements.ts'

const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)) as { config: unknown }
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, '.')
const files = fileNames
  .map((name) => relative('.', name))
  .filter((name) => name.startsWith('server/src/') && !name.endsWith('.test.ts'))

const cluster = await startCluster()
try {
  const url = await createDatabase(cluster)
  await migrate(url)
  const { statements, texts, faults, unresolved } = await checkStatementsOf(ts.createProgram(files, options), {
    url,
    files,
  })
  const problems = [
    ...faults,
    ...unresolved
      .filter((one) => UNRESOLVED_STATEMENTS[one] === undefined)
      .map((one) => `${one}. Build the statement from constants, or list it in scripts/sql/unresolved-statements.ts.`),
    ...Object.keys(UNRESOLVED_STATEMENTS)
      .filter((one) => !unresolved.includes(one))
      .map((one) => `${one}: resolved now. Remove it from scripts/sql/unresolved-statements.ts.`),
  ]
  console.log(`${statements} statements in ${texts} texts were checked, ${unresolved.length} could not be resolved`)
  if (problems.length > 0) {
    console.error(problems.join('\n'))
    process.exitCode = 1
  }
} finally {
  await cluster.stop()
}
