import { type QueryExecutorProvider, sql } from 'kysely'
import type { SqlFile } from './migration-files.ts'

/** A migration or a file of functions that was applied to the database. Names of function files contain a slash. */
export type AppliedFile = { name: string; checksum: string | null }

/** A table of an earlier development version has no checksums; then every file counts as changed. */
export async function readApplied(db: QueryExecutorProvider): Promise<AppliedFile[]> {
  const { rows } = await sql<AppliedFile>`
    select name, to_jsonb(migrations) ->> 'checksum' as checksum from migrations order by name collate "C"`.execute(db)
  return rows
}

export async function writeApplied(db: QueryExecutorProvider, { name, checksum }: SqlFile): Promise<void> {
  await sql`
    insert into migrations (name, checksum) values (${name}, ${checksum})
    on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`.execute(db)
}

export function isFunctionFile({ name }: { name: string }): boolean {
  return name.includes('/')
}
