import { type QueryExecutorProvider, sql } from 'kysely'
import pg from 'pg'
import { readPending } from '../../db/apply-migrations.ts'
import type { SqlFile, SqlFolders } from '../../db/migration-files.ts'
import { openOne } from '../../db/open-pool.ts'
import type { Effect, Work } from './read-effects.ts'
import { type Trial, tryMigrations } from './try-migrations.ts'

export type PendingFile = {
  name: string
  /** The first comment of the file. */
  about: string
  /** The tables that requests use, with their number of rows, as PostgreSQL estimates it. */
  locks: (Effect & { rows: number })[]
  estimatedMs: number
}

export type UpgradeCheck = {
  pending: PendingFile[]
  /** No one can use the tables yet. */
  isEmpty: boolean
  /** False if the user of DATABASE_URL may not create a database to try the migrations in; then locks and times are unknown. */
  isTried: boolean
  estimatedMs: number
  /** How long requests can wait for one migration. */
  longestBlockMs: number
  /** Tables and columns that versions of before the upgrade may need. */
  removes: string[]
  canGoBack: boolean
}

/** Microseconds for each row of a table. `npm run e2e:upgrade` prints estimates beside measured times. */
const COSTS: Record<Work, number> = {
  'checks every row': 0.4,
  'builds an index': 0.7,
  'writes the table again': 5,
  'changes rows': 20,
}
const INSUFFICIENT_PRIVILEGE = '42501'

/** Shows what `migrate` would do, without a lock or a change in the database of DATABASE_URL. */
export async function checkUpgrade(databaseUrl: string, folders?: SqlFolders): Promise<UpgradeCheck> {
  const db = openOne({ connectionString: databaseUrl, application_name: 'quartermaster-check' })
  try {
    const found = await readPending(db, folders)
    const files = [...found.migrations, ...found.functions]
    const isEmpty = found.applied.length === 0
    const trials = isEmpty || files.length === 0 ? [] : await tryIfAllowed(tryMigrations(databaseUrl, found, folders))
    const rows = await countRows(db)
    const pending = files.map((file) =>
      describeFile(
        file,
        trials?.find(({ name }) => name === file.name),
        rows,
      ),
    )
    const removes = (trials ?? []).flatMap((trial) => trial.removes)
    const blocking = pending.filter(({ locks }) => locks.some(({ blocks }) => blocks !== 'nothing'))
    return {
      pending,
      isEmpty,
      isTried: trials !== undefined,
      estimatedMs: pending.reduce((sum, { estimatedMs }) => sum + estimatedMs, 0),
      longestBlockMs: Math.max(0, ...blocking.map(({ estimatedMs }) => estimatedMs)),
      removes,
      canGoBack: removes.length === 0,
    }
  } finally {
    await db.destroy()
  }
}

async function tryIfAllowed(trials: Promise<Trial[]>): Promise<Trial[] | undefined> {
  return trials.catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE) return undefined
    throw error
  })
}

function describeFile(file: SqlFile, trial: Trial | undefined, rows: Map<string, number>): PendingFile {
  const locks = (trial?.tables ?? []).map((effect) => ({ ...effect, rows: rows.get(effect.table) ?? 0 }))
  const cost = ({ work, rows: count }: (typeof locks)[number]) =>
    work.reduce((sum, each) => sum + (COSTS[each] * count) / 1_000, 0)
  const estimatedMs = Math.ceil((trial?.ms ?? 0) + locks.reduce((sum, lock) => sum + cost(lock), 0))
  return { name: file.name, about: readAbout(file), locks, estimatedMs }
}

function readAbout({ name, text }: SqlFile): string {
  const comment = /^(?:-- (?!squawk)|\/\* )(.*?)(?: \*\/)?$/m.exec(text)?.[1]
  return comment ?? name.replace(/^\d+_/, '').replaceAll(/[_/-]/g, ' ')
}

/** As PostgreSQL estimates it, because counting would read all of them. */
async function countRows(db: QueryExecutorProvider): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select coalesce(i.inhparent, c.oid)::regclass::text as name,
      sum(case when c.reltuples >= 0 then c.reltuples else pg_stat_get_live_tuples(c.oid) end)::float8 as count
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by 1`.execute(db)
  return new Map(rows.map(({ name, count }) => [name, count]))
}
