import pg from 'pg'
import type ts from 'typescript'
import { openDatabase } from '../../server/src/db/database.ts'
import { checkStatement } from './check-statement.ts'
import { findStatements } from './find-statements.ts'
import { readCatalog } from './read-catalog.ts'
import { resolveStatement } from './resolve-statement.ts'

export type StatementsCheck = {
  statements: number
  texts: number
  /** As `file:line: what is wrong`. */
  faults: string[]
  /** Statements whose text is not known, as `file: why`. */
  unresolved: string[]
}

/** Checks every statement of these files against a migrated database. */
export async function checkStatementsOf(
  program: ts.Program,
  { url, files }: { url: string; files: string[] },
): Promise<StatementsCheck> {
  const client = new pg.Client({ connectionString: url })
  const database = openDatabase({ url, poolSize: 1 })
  await client.connect()
  try {
    const catalog = await readCatalog(client, database.reader)
    const connected = { client, catalog, checker: program.getTypeChecker() }
    const check: StatementsCheck = { statements: 0, texts: 0, faults: [], unresolved: [] }
    for (const name of files) {
      const file = program.getSourceFile(name)
      for (const statement of file ? findStatements(program, file) : []) {
        const { texts, unresolved } = resolveStatement(program, statement)
        const faults = new Set<string>()
        for (const text of texts) {
          for (const fault of await checkStatement(connected, statement, text)) faults.add(fault)
        }
        check.statements++
        check.texts += texts.length
        check.faults.push(...[...faults].map((fault) => `${name}:${statement.line}: ${fault}`))
        check.unresolved.push(...unresolved.map((reason) => `${name}: ${reason}`))
      }
    }
    return check
  } finally {
    await database.close()
    await client.end()
  }
}
