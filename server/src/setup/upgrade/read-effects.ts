import { type QueryExecutorProvider, sql } from 'kysely'

/** What a migration does with the rows that a table has. It takes longer the more there are. */
export type Work = 'checks every row' | 'builds an index' | 'writes the table again' | 'changes rows'
/** What other transactions cannot do until the migration ends. */
export type Blocked = 'reads and writes' | 'writes' | 'changed rows' | 'nothing'

export type Effect = { table: string; blocks: Blocked; work: Work[] }
export type Effects = { tables: Effect[]; removes: string[] }

/** The tables of the database, with what shows that a migration did something to their rows. */
export type Tables = Map<string, Table>
type Table = {
  name: string
  files: string
  indexes: string[]
  checks: string[]
  /** Whether each column must have a value. */
  columns: Record<string, boolean>
}

export async function readTables(db: QueryExecutorProvider): Promise<Tables> {
  const { rows } = await sql<Table>`
    select c.oid::regclass::text as name,
      (select string_agg(f.relfilenode::text, ' ' order by f.oid) from pg_class f
        where f.oid = c.oid or f.oid in (select inhrelid from pg_inherits where inhparent = c.oid)) as files,
      array(select indexrelid::text from pg_index where indrelid = c.oid) as indexes,
      array(select oid::text from pg_constraint where conrelid = c.oid and convalidated and contype in ('c', 'f')) as checks,
      (select jsonb_object_agg(attname, attnotnull) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migrations'
    order by 1`.execute(db)
  return new Map(rows.map((table) => [table.name, table]))
}

/** Compares the tables of before a migration with those of now. In the transaction of the migration, it also reads its locks. */
export async function readEffects(db: QueryExecutorProvider, before: Tables): Promise<Effects> {
  const [after, modes] = [await readTables(db), await readLockModes(db)]
  const tables = [...before.values()].flatMap((old) => {
    const now = after.get(old.name)
    const held = modes.get(old.name) ?? []
    const work = now ? findWork(old, now, held) : []
    const blocks = BLOCKED.find(([mode]) => held.includes(mode))?.[1] ?? 'nothing'
    return blocks === 'nothing' && work.length === 0 ? [] : [{ table: old.name, blocks, work }]
  })
  const removes = [...before.values()].flatMap((old) => {
    const now = after.get(old.name)
    if (!now) return [`table ${old.name}`]
    const columns = Object.keys(old.columns).filter((column) => !(column in now.columns))
    return columns.map((column) => `column ${old.name}.${column}`)
  })
  return { tables, removes }
}

function findWork(old: Table, now: Table, held: string[]): Work[] {
  const isAdded = (before: string[], after: string[]) => after.some((each) => !before.includes(each))
  const isRequired = Object.entries(old.columns).some(([column, required]) => !required && now.columns[column])
  const work: [Work, boolean][] = [
    ['checks every row', isAdded(old.checks, now.checks) || isRequired],
    ['builds an index', isAdded(old.indexes, now.indexes)],
    ['writes the table again', old.files !== now.files],
    ['changes rows', held.includes('RowExclusiveLock')],
  ]
  return work.flatMap(([name, isDone]) => (isDone ? [name] : []))
}

/** The strongest first. Weaker locks conflict with other migrations only. */
const BLOCKED: [string, Blocked][] = [
  ['AccessExclusiveLock', 'reads and writes'],
  ['ExclusiveLock', 'writes'],
  ['ShareRowExclusiveLock', 'writes'],
  ['ShareLock', 'writes'],
  ['RowExclusiveLock', 'changed rows'],
]

/** The locks of this transaction on tables; those on a partition count for its table. */
async function readLockModes(db: QueryExecutorProvider): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; modes: string[] }>`
    select coalesce(i.inhparent, c.oid)::regclass::text as name, array_agg(l.mode) as modes
    from pg_locks l join pg_class c on c.oid = l.relation and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      left join pg_inherits i on i.inhrelid = c.oid
    where l.pid = pg_backend_pid() and l.locktype = 'relation'
    group by 1`.execute(db)
  return new Map(rows.map(({ name, modes }) => [name, modes]))
}
