import { type QueryExecutorProvider, sql } from 'kysely'
import pg from 'pg'
import { type AppliedFile, isFunctionFile, writeApplied } from './applied-files.ts'
import type { SqlFile } from './migration-files.ts'

const INVALID_FUNCTION_DEFINITION = '42P13'

/** Creates or replaces the functions of files whose text changed. */
export async function applyFunctions(
  db: QueryExecutorProvider,
  files: SqlFile[],
  applied: AppliedFile[],
): Promise<SqlFile[]> {
  const changed = await findChangedFunctions(db, files, applied)
  for (const file of changed) {
    await replaceFunctions(db, file)
    await writeApplied(db, file)
  }
  // A function that no file creates any more is dropped by a migration. Its file is forgotten, in case it comes back.
  const names = files.map(({ name }) => name)
  if (applied.some((each) => isFunctionFile(each) && !names.includes(each.name)))
    await sql`delete from migrations where name like '%/%' and not name = any(${names})`.execute(db)
  return changed
}

/** A function may also be missing because a migration had to drop it. */
export async function findChangedFunctions(
  db: QueryExecutorProvider,
  files: SqlFile[],
  applied: AppliedFile[],
): Promise<SqlFile[]> {
  const existing = new Set((await readVersions(db, files.flatMap(namesIn))).map(({ name }) => name))
  return files.filter(
    (file) =>
      !applied.some(({ name, checksum }) => name === file.name && checksum === file.checksum) ||
      namesIn(file).some((name) => !existing.has(name)),
  )
}

/**
 * Replacing keeps a function's identity, so that the prepared statements of running processes stay valid. PostgreSQL refuses
 * it if the result or the names of parameters changed; then the function is dropped first. Other parameter types make a
 * second function of the same name; then the first one is dropped afterwards.
 */
async function replaceFunctions(db: QueryExecutorProvider, file: SqlFile): Promise<void> {
  const names = namesIn(file)
  const before = await readVersions(db, names)
  await sql`savepoint replace_functions`.execute(db)
  try {
    await sql.raw(file.text).execute(db)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== INVALID_FUNCTION_DEFINITION) throw error
    await sql`rollback to savepoint replace_functions`.execute(db)
    await dropFunctions(db, before)
    await sql.raw(file.text).execute(db)
  }
  const after = await readVersions(db, names)
  const untouched = (old: Version) =>
    after.some(({ signature, version }) => signature === old.signature && version === old.version)
  await dropFunctions(db, before.filter(untouched))
}

type Version = { name: string; signature: string; version: string }

/** The version of a function changes whenever it is replaced. */
async function readVersions(db: QueryExecutorProvider, names: string[]): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select proname::text as name, oid::regprocedure::text as signature, xmin::text as version
    from pg_proc where pronamespace = 'public'::regnamespace and proname = any(${names})`.execute(db)
  return rows
}

async function dropFunctions(db: QueryExecutorProvider, functions: Version[]): Promise<void> {
  for (const { signature } of functions) await sql.raw(`drop function ${signature}`).execute(db)
}

function namesIn({ text }: SqlFile): string[] {
  return [...text.matchAll(/^create or replace function (\w+)/gm)].flatMap(([, name]) => name ?? [])
}
