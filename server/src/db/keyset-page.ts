import { type RawBuilder, sql } from 'kysely'
import type { Tx } from './database.ts'

/** So many entries of an index are looked at for one page, whatever the filters leave of them. */
export const MAX_SCANNED = 2_000

export type IdRange<T> = { from?: Date | undefined; to?: Date | undefined; after?: T | undefined }

/** `next`: the rows behind it were not looked at yet. Null: there are none. */
export type Keys<T> = { ids: T[]; next: T | null }

/**
 * One page of ids in the order of `source`, which gives ids along an index. `keep` asks about `scanned.id` and leaves no
 * row for what the other filters refuse. No index has every pair of filters, so a page ends after a number of entries
 * too: it may then hold few rows or none and still name a next one. Every page costs the same, however rare a match is.
 */
export async function keysetPage<T>(
  tx: Tx,
  { source, keep, limit }: { source: RawBuilder<unknown>; keep?: RawBuilder<unknown> | undefined; limit: number },
): Promise<Keys<T>> {
  // Both parts of the statement see one moment: what is scanned cannot shift under the edge. They are read only as
  // far as they are asked for, and `offset 0` keeps the planner from reading a table as a whole instead.
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

/** Newest first, by the time that ids carry. */
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

/** A moment that an id can carry: whoever asks for the year 0 means the beginning. */
export function idTime(moment: Date): Date {
  return new Date(Math.min(Math.max(moment.getTime(), FIRST), LAST))
}

/** How many ids each source has, counted no further than a page would look. */
export async function countSources(tx: Tx, sources: RawBuilder<unknown>[]): Promise<number[]> {
  const counts = sources.map(
    (source) =>
      sql`(select count(*)::integer from (select from (${source}) source limit ${sql.lit(MAX_SCANNED + 1)}) counted)`,
  )
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(tx)
  return rows[0]?.counts ?? []
}
