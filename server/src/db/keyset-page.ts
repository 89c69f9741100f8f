import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'

/** One page scans at most this many entries of an index, even if few of them match. */
export const MAX_SCANNED = 2_000

export type IdRange<T> = { from?: Date | undefined; to?: Date | undefined; after?: T | undefined }

/** The next page starts after `next`. Null if this is the last page. */
export type Keys<T> = { ids: T[]; next: T | null }

/**
 * Reads one page of ids in the order of `source`, a query that reads ids from an index. `keep` is a query that returns a
 * row if `scanned.id` matches the other filters. A page also ends after `MAX_SCANNED` entries, so it can have few ids or
 * none and still have a next page. Thus every page has the same cost, however rare a match is.
 */
export async function keysetPage<T>(
  tx: Tx,
  { source, keep, limit }: { source: RawBuilder<unknown>; keep?: RawBuilder<unknown> | undefined; limit: number },
): Promise<Keys<T>> {
  // One statement, so that both parts see the same snapshot. `offset 0` prevents the planner from scanning a whole table.
  const kept = keep ? sql`cross join lateral (${keep} offset 0) kept` : sql``
  const { rows } = await sql<{ id: T | null; edge: T | null }>`
    with scanned as materialized (select id from (${source}) source limit ${sql.lit(MAX_SCANNED)}),
    page as materialized (select scanned.id, row_number() over () as place from scanned ${kept} limit ${limit + 1})
    select page.id, e.edge
    from (select case when (select count(*) from page) <= ${limit}
            then (select id from scanned offset ${sql.lit(MAX_SCANNED - 1)} limit 1) end as edge) e
    left join page on true order by page.place`.execute(tx)
  const found = rows.flatMap(({ id }) => id ?? [])
  const ids = found.slice(0, limit)
  return { ids, next: found.length > limit ? (ids.at(-1) ?? null) : (rows[0]?.edge ?? null) }
}

/** A condition on ids, which contain their time. `after` continues a list that is newest first. */
export function inRange<T>(id: RawBuilder<unknown>, { from, to, after }: IdRange<T>): RawBuilder<unknown> {
  return sql.join(
    [
      sql`true`,
      ...(from ? [sql`${id} >= first_id_at(${idTime(from)}::timestamptz)`] : []),
      ...(to ? [sql`${id} < first_id_at(${idTime(to)}::timestamptz)`] : []),
      ...(after !== undefined ? [sql`${id} < ${after}::uuid`] : []),
    ],
    sql` and `,
  )
}

const FIRST = 0
const LAST = Date.UTC(9999, 0)

/** Limits a time to the range that ids can contain. */
export function idTime(moment: Date): Date {
  return new Date(Math.min(Math.max(moment.getTime(), FIRST), LAST))
}

/** How many ids each source has, up to `MAX_SCANNED + 1`. */
export async function countSources(tx: Tx, sources: RawBuilder<unknown>[]): Promise<number[]> {
  const counts = sources.map(
    (source) =>
      sql`(select count(*)::integer from (select from (${source}) source limit ${sql.lit(MAX_SCANNED + 1)}) counted)`,
  )
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(tx)
  return rows[0]?.counts ?? []
}
