import type { Readable } from 'node:stream'
import { type QueryExecutorProvider, sql } from 'kysely'

/** Rows by table, and the snapshot that they were counted in. Partitions are counted one by one, as pg_dump stores them. */
export async function countRows(tx: QueryExecutorProvider): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select format('public.%I', relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`.execute(tx)
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    const counted = await sql<{ count: string }>`select count(*)::text as count from ${sql.raw(name)}`.execute(tx)
    counts[name] = Number(counted.rows[0]?.count)
  }
  return counts
}

/** Counts the rows in a script of pg_restore. Each row is one line, because COPY escapes line ends. */
export async function countScriptRows(script: Readable): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  let table: string | undefined
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of script) {
    const bytes: Buffer = Buffer.concat([rest, chunk as Buffer])
    let start = 0
    for (let end = bytes.indexOf('\n'); end !== -1; end = bytes.indexOf('\n', start)) {
      const line = bytes.subarray(start, end)
      start = end + 1
      if (table === undefined) {
        table = line.length < 10_000 ? /^COPY (\S+) \(.* FROM stdin;$/.exec(line.toString('utf8'))?.[1] : undefined
        if (table !== undefined) counts[table] = 0
      } else if (line.equals(END_OF_COPY)) table = undefined
      else counts[table] = (counts[table] ?? 0) + 1
    }
    rest = bytes.subarray(start)
  }
  return counts
}

const END_OF_COPY = Buffer.from('\\.')

/** Sentences about tables whose number of rows differs. */
export function compareCounts(expected: Record<string, number>, found: Record<string, number>): string[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])]
  return names
    .filter((name) => expected[name] !== found[name])
    .map((name) => `${name} has ${found[name] ?? 'no'} rows instead of ${expected[name] ?? 'none'}`)
}
