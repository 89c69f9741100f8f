import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type { Tables } from '../../server/src/db/database.ts'
import { openPool } from './open-pool.ts'

export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}
export type Plan = { Plan: PlanNode; 'Planning Time': number; 'Execution Time': number }

/** One connection that records the statements of a use case, so that they can be explained. */
export function openRecorder(url: string, settings: Record<string, string>) {
  const statements: Statement[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: openPool(url, { max: 1, settings }) }),
    log: ({ query }) => void statements.push(query),
  })
  return {
    db,
    record: async (work: () => Promise<unknown>): Promise<Statement[]> => {
      statements.length = 0
      await work()
      return statements.splice(0)
    },
  }
}

/** Runs the statement and returns its plan. `options` are those of EXPLAIN. */
export async function explain(
  db: Pick<Kysely<Tables>, 'executeQuery'>,
  { sql, parameters }: Statement,
  options: string,
): Promise<Plan> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [Plan] }>(
    CompiledQuery.raw(`explain (analyze, format json, ${options}) ${sql}`, [...parameters]),
  )
  if (!rows[0]) throw new Error(`PostgreSQL returned no plan for: ${sql}`)
  return rows[0]['QUERY PLAN'][0]
}

export function planNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(planNodes)]
}
