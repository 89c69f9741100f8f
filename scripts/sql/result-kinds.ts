import { type QueryExecutorProvider, sql } from 'kysely'
import type { Kind } from './declared-columns.ts'

/** Texts that most types accept, one or another. */
const SAMPLES = ['1', '2020-01-01', '127.0.0.1', '00000000-0000-0000-0000-000000000000']

/** The JavaScript value that the server gets for a type of PostgreSQL, found by reading a value through its own pools. */
export function createResultKinds(database: QueryExecutorProvider): (typeName: string) => Promise<Kind> {
  const known = new Map<string, Promise<Kind>>()
  return (typeName) => {
    const kind = known.get(typeName) ?? readKind(database, typeName)
    known.set(typeName, kind)
    return kind
  }
}

async function readKind(database: QueryExecutorProvider, typeName: string): Promise<Kind> {
  if (/^jsonb?(\[\])?$/.test(typeName)) return 'json'
  const isArray = typeName.endsWith('[]')
  for (const sample of SAMPLES) {
    const text = isArray ? `{${sample}}` : sample
    const result = await sql<{ value: unknown }>`select cast(${sql.lit(text)} as ${sql.raw(typeName)}) as value`
      .execute(database)
      .catch(() => undefined)
    if (result) return kindOf(result.rows[0]?.value)
  }
  throw new Error(`No sample for the type ${typeName}. Add one to SAMPLES in scripts/sql/result-kinds.ts.`)
}

function kindOf(value: unknown): Kind {
  if (Array.isArray(value)) return `${kindOf(value[0])}[]`
  if (value instanceof Date) return 'Date'
  if (Buffer.isBuffer(value)) return 'Buffer'
  return typeof value
}
