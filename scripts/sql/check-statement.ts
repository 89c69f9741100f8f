import type pg from 'pg'
import type ts from 'typescript'
import { compareColumns, type ReturnedColumn } from './compare-columns.ts'
import { declaredColumns, declaredValue } from './declared-columns.ts'
import { describeStatement, type ResultColumn } from './describe-statement.ts'
import type { Statement } from './find-statements.ts'
import type { Catalog } from './read-catalog.ts'
import type { StatementText } from './resolve-statement.ts'

/** A check of the table keeps these columns filled in the rows that a statement with this condition returns. */
const FILLED_WHERE: Record<string, string> = {
  'accounts.email': 'closed_at is null',
  'mails.sealed': 'next_at <= now()',
}

/** Compares the declared type of a statement with what the database returns for one of its texts. */
export async function checkStatement(
  { client, catalog, checker }: { client: pg.ClientBase; catalog: Catalog; checker: ts.TypeChecker },
  { returns, type }: Statement,
  text: StatementText,
): Promise<string[]> {
  const isRow = returns === 'row'
  const declared = isRow ? declaredColumns(checker, type) : [{ name: 'value', ...declaredValue(checker, type) }]
  try {
    const results = await (isRow ? describeStatement(client, text.text) : describeValue(client, catalog, text))
    if (!declared) return []
    const returned = results.map((result) => returnedColumn(catalog, result, text.text))
    return compareColumns(declared, await Promise.all(returned))
  } catch (error) {
    return [`PostgreSQL refuses the statement: ${(error as Error).message}\n${text.text.replace(/^/gm, '    ')}`]
  }
}

/** An expression is selected from the tables of its query. If they are not known, one table must have its columns. */
async function describeValue(client: pg.ClientBase, catalog: Catalog, { text, tables }: StatementText) {
  const sources = tables ? [tables] : [[], ...catalog.tables.map((table) => [table])]
  let failure: unknown
  for (const source of sources) {
    const from = source.length > 0 ? ` from ${source.join(', ')}` : ''
    try {
      return await describeStatement(client, `select (${text}) as value${from}`)
    } catch (error) {
      failure ??= error
    }
  }
  throw failure
}

async function returnedColumn(catalog: Catalog, result: ResultColumn, text: string): Promise<ReturnedColumn> {
  const typeName = catalog.types.get(result.typeId) ?? 'unknown'
  const nullable = catalog.nullable.get(`${result.tableId}.${result.columnNo}`)
  return {
    name: result.name,
    typeName,
    kind: await catalog.kindOf(typeName),
    isNullable: nullable !== undefined && !isFilled(nullable, text),
  }
}

function isFilled(column: string, text: string): boolean {
  const [, name] = column.split('.')
  return text.includes(FILLED_WHERE[column] ?? `${name} is not null`)
}
