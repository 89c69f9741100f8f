import { IS_CHANGE } from '../walls/row-fingerprints.ts'
import type { Query } from '../walls/store-context.ts'

/** Tables that change without an effect of the operation. */
const IGNORED_TABLES = ['idempotent_responses', 'sign_in_throttle', 'schema_migrations']

/** Runs an action. Returns its effect as text, so that equal effects have equal texts. */
export type MeasureEffect = <T>(act: () => Promise<T>) => Promise<[effect: string, result: T]>

/** The number of rows of each table, and the sum of their versions if they have one. */
type Counts = Map<string, number>

export async function createEffectMeter({ query }: Query): Promise<MeasureEffect> {
  // The version of a row begins at 1. Without a default, the column names the version of something else, such as a theme.
  const tables = await query<{ name: string; hasVersion: boolean }>(
    `select c.relname as name, exists (
       select from pg_attribute a where a.attrelid = c.oid and a.attname = 'version' and a.atthasdef and not a.attisdropped) as "hasVersion"
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  const statement = tables
    .filter(({ name }) => !IGNORED_TABLES.includes(name))
    .flatMap(({ name, hasVersion }) => [
      `select 'rows of ${name}' as name, count(*)::integer as count from "${name}"${name === 'audit_log' ? ` where ${IS_CHANGE}` : ''}`,
      ...(hasVersion ? [`select 'versions of ${name}', coalesce(sum(version), 0)::integer from "${name}"`] : []),
    ])
    .join(' union all ')
  const count = async (): Promise<Counts> =>
    new Map((await query<{ name: string; count: number }>(statement)).map((row) => [row.name, row.count]))
  return async (act) => {
    const before = await count()
    const result = await act()
    return [describeEffect(before, await count()), result]
  }
}

function describeEffect(before: Counts, after: Counts): string {
  return [...after]
    .flatMap(([name, count]) => {
      const change = count - (before.get(name) ?? 0)
      // There is one row for each webhook endpoint, and other operations add and remove endpoints.
      if (change > 0 && name === 'rows of webhook_deliveries') return [`${name} +n`]
      return change === 0 ? [] : [`${name} ${change > 0 ? '+' : ''}${change}`]
    })
    .sort()
    .join(', ')
}
