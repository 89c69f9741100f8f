import { type QueryExecutorProvider, sql } from 'kysely'
import pg from 'pg'
import { type AppliedFile, isFunctionFile, writeApplied } from './applied-files.ts'
import type { SqlFile } from './migration-files.ts'

const INVALID_FUNCTION_DEFINITION = '42P13'
/** A table, column, function or other object does not exist yet. */
const UNDEFINED = ['42P01', '42703', '42883', '42704']

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

/** Creates the functions and triggers that this database does not have, as far as their tables exist already. */
export async function applyMissingFunctions(
  db: QueryExecutorProvider,
  files: SqlFile[],
  applied: AppliedFile[],
): Promise<SqlFile[]> {
  const existing = await readExisting(db, files)
  const created: SqlFile[] = []
  for (const file of files) {
    const names = namesIn(file)
    const hasTriggersOnly = names.length === 0
    if (hasTriggersOnly ? applied.some(({ name }) => name === file.name) : names.some((name) => existing.has(name)))
      continue
    await sql`savepoint create_functions`.execute(db)
    try {
      await replaceFunctions(db, file)
      await writeApplied(db, file)
      created.push(file)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || !UNDEFINED.includes(error.code ?? '')) throw error
      await sql`rollback to savepoint create_functions`.execute(db)
    }
  }
  return created
}

/** A function may also be missing because a migration had to drop it. */
export async function findChangedFunctions(
  db: QueryExecutorProvider,
  files: SqlFile[],
  applied: AppliedFile[],
): Promise<SqlFile[]> {
  const existing = await readExisting(db, files)
  return files.filter(
    (file) =>
      !applied.some(({ name, checksum }) => name === file.name && checksum === file.checksum) ||
      namesIn(file).some((name) => !existing.has(name)),
  )
}

async function readExisting(db: QueryExecutorProvider, files: SqlFile[]): Promise<Set<string>> {
  return new Set((await readVersions(db, files.flatMap(namesIn))).map(({ name }) => name))
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
