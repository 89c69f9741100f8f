import type { Connections } from '../walls/store-context.ts'
import { IS_CHANGE } from '../walls/row-fingerprints.ts'

/** Not what is done, but how it is kept and how often it was tried. */
const UNHEEDED = ['idempotent_responses', 'sign_in_throttle', 'schema_migrations']

/** How many rows each table has, and the sum of their versions where they have one. */
export type Counts = Map<string, number>

type Table = { name: string; versioned: boolean }

export async function createCounting({ query }: Pick<Connections, 'query'>): Promise<() => Promise<Counts>> {
  const tables = await query<Table>(
    `select c.relname as name, exists (
       select from pg_attribute a where a.attrelid = c.oid and a.attname = 'version' and not a.attisdropped) as versioned
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  const statement = tables
    .filter(({ name }) => !UNHEEDED.includes(name))
    .flatMap(({ name, versioned }) => [
      `select 'rows of ${name}' as what, count(*)::integer as number from "${name}"${name === 'audit_log' ? ` where ${IS_CHANGE}` : ''}`,
      ...(versioned ? [`select 'versions of ${name}', coalesce(sum(version), 0)::integer from "${name}"`] : []),
    ])
    .join(' union all ')
  return async () =>
    new Map((await query<{ what: string; number: number }>(statement)).map(({ what, number }) => [what, number]))
}

/** What became more or less, as text: two effects are the same when it is. */
export function effectOf(before: Counts, after: Counts): string {
  return [...after]
    .flatMap(([what, number]) => {
      const more = number - (before.get(what) ?? 0)
      // One for each endpoint there is, and they come and go.
      if (more > 0 && what === 'rows of webhook_deliveries') return [`${what} +n`]
      return more === 0 ? [] : [`${what} ${more > 0 ? '+' : ''}${more}`]
    })
    .sort()
    .join(', ')
}
