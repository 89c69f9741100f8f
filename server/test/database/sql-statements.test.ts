import { createDatabase, dropDatabase } from '@quartermaster/local-postgres/database'
import ts from 'typescript'
import { beforeAll, expect, inject, test } from 'vitest'
import { checkStatementsOf, type StatementsCheck } from '../../../scripts/sql/check-statements-of.ts'

const FILE = 'server/src/sample.ts'

/** Every entry is one statement in a file, which is checked against the migrated database. */
const STATEMENTS = {
  right: 'sql<{ id: string; version: number; expires_at: Date | null }>`select id, version, expires_at from stores`',
  wrongName: 'sql<{ title: string }>`select name from stores`',
  wrongType: 'sql<{ version: string }>`select version from stores`',
  bigint: 'sql<{ minor: string }>`select price_minor as minor from products`',
  numeric: 'sql<{ minor: number }>`select sum(price_minor) as minor from products`',
  missingNull: 'sql<{ expires_at: Date }>`select expires_at from stores`',
  filtered: 'sql<{ expires_at: Date }>`select expires_at from stores where expires_at is not null`',
  unknownColumn: 'sql<{ id: string }>`select id from stores where title = ${name}`',
  fragment: 'sql<{ id: string }>`select id from stores where ${isNamed}`',
  secondBranch: 'sql<{ id: string }>`select id from stores ${name ? sql`order by id` : sql`order by title`}`',
  expression: "db.updateTable('stores').set({ version: sql<string>`version + 1` })",
  text: 'db.executeQuery<{ id: number }>(CompiledQuery.raw(STATEMENT, []))',
  unresolved: 'sql<{ id: string }>`select id from stores ${sql.raw(name)}`',
}

let check: StatementsCheck

beforeAll(async () => {
  const cluster = { url: inject('clusterUrl') }
  const url = await createDatabase(cluster, { template: inject('templateName') })
  check = await checkStatementsOf(programOf(source()), { url, files: [FILE] })
  await dropDatabase(cluster, url)
})

function source(): string {
  return `import { CompiledQuery, type Kysely, sql } from 'kysely'
declare const db: Kysely<any>, name: string
const STATEMENT = 'select id from stores'
const isNamed = sql\`name = \${name}\`
${Object.values(STATEMENTS)
  .map((statement, i) => `export const s${i} = ${statement}`)
  .join('\n')}
`
}

function programOf(text: string): ts.Program {
  const options: ts.CompilerOptions = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2024, strict: true }
  const host = ts.createCompilerHost(options, true)
  const plain = ts.createCompilerHost(options, true)
  host.fileExists = (name) => name === FILE || plain.fileExists(name)
  host.getSourceFile = (name, ...rest) =>
    name === FILE ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2024, true) : plain.getSourceFile(name, ...rest)
  return ts.createProgram([FILE], { ...options, types: ['node'] }, host)
}

function faultsOf(name: keyof typeof STATEMENTS): string[] {
  const line = 5 + Object.keys(STATEMENTS).indexOf(name)
  return check.faults.flatMap((fault) => {
    const [place, text = ''] = [`${FILE}:${line}: `, fault.split('\n')[0]]
    return text.startsWith(place) ? text.slice(place.length) : []
  })
}

test.for(['right', 'filtered', 'fragment'] as const)('a statement that returns its row type passes: %s', (name) => {
  expect(faultsOf(name)).toEqual([])
})

test.for([
  [
    'wrongName',
    'column title is declared, but the database returns only: name',
    'the database returns the column name, which the row type does not declare',
  ],
  ['wrongType', 'column version is declared as string, but the database returns bigint, read as number'],
  ['bigint', 'column minor is declared as string, but the database returns bigint, read as number'],
  ['numeric', 'column minor is declared as number, but the database returns numeric, read as string'],
  ['missingNull', 'column expires_at is declared as Date, but the column of the table can be null'],
  ['unknownColumn', 'PostgreSQL refuses the statement: column "title" does not exist'],
  ['secondBranch', 'PostgreSQL refuses the statement: column "title" does not exist'],
  ['expression', 'column value is declared as string, but the database returns bigint, read as number'],
  ['text', 'column id is declared as number, but the database returns uuid, read as string'],
] as const)('a statement that does not return its row type is a fault: %s', ([name, ...faults]) => {
  expect(faultsOf(name)).toEqual(faults)
})

test('a statement whose text is not in the source code is listed', () => {
  expect(check.unresolved).toEqual([`${FILE}: \`name: string\` is assigned later`])
})
