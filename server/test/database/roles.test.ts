import { expect, test } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { startStore } from '../start-store.ts'

const store = await startStore()
const ROLES = ['quartermaster_app', 'quartermaster_gateway', 'quartermaster_reader', 'quartermaster_accounts']
const ALL_ROLES = [...ROLES, 'quartermaster_backup']

test('PUBLIC has no privilege on any table', async () => {
  const rights = await store.query(
    "select table_name, privilege_type from information_schema.role_table_grants where grantee = 'PUBLIC' and table_schema = 'public'",
  )
  expect(rights).toEqual([])
})

test('the role for backups reads every table and writes none', async () => {
  const role = 'quartermaster_backup'
  const grants = await store.query(
    'select distinct privilege_type::text as may from information_schema.role_table_grants where grantee = $1',
    [role],
  )
  expect(grants).toEqual([{ may: 'SELECT' }])
  const hidden = await store.query(
    `select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S')
       and not (case when relkind = 'S' then has_sequence_privilege($1, oid, 'select') else has_table_privilege($1, oid, 'select')
         and (not relrowsecurity or exists (select from pg_policy where polrelid = c.oid and polname = 'backup')) end)`,
    [role],
  )
  expect(hidden).toEqual([])
})

test('only the application role can create partitions, and no role can create tables or schemas', async () => {
  const privileges = await store.query(
    `select role, has_function_privilege(role, 'make_ledger_partitions(timestamptz, integer)', 'execute') as partitions,
       has_schema_privilege(role, 'public', 'create') as tables,
       has_database_privilege(role, current_database(), 'create') as schemas
     from unnest($1::text[]) as role`,
    [ALL_ROLES],
  )
  expect(privileges).toEqual(ALL_ROLES.map((role, i) => ({ role, partitions: i === 0, tables: false, schemas: false })))
})

test('no role can log in, owns a table, or bypasses row-level security', async () => {
  expect(
    await store.query(
      'select rolcanlogin, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = any($1)',
      [ALL_ROLES],
    ),
  ).toEqual(
    ALL_ROLES.map(() => ({
      rolcanlogin: false,
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
    })),
  )
  expect(
    await store.query('select relname from pg_class where pg_get_userbyid(relowner)::text = any($1)', [ALL_ROLES]),
  ).toEqual([])
})

test('every tenant table has row-level security that also applies to its owner', async () => {
  const unprotected = await store.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname not like 'migrations%' and not (relrowsecurity and relforcerowsecurity)`,
  )
  expect(unprotected).toEqual([])
})

test('a connection that has another role than its pool is refused', async () => {
  const url = `${store.databaseUrl}?options=${encodeURIComponent('-c jit=off')}`
  const database = openDatabase({ url, poolSize: 1 })
  const { app, callbacks, gateway, reader, accounts } = database
  for (const [name, pool] of Object.entries({ app, callbacks, gateway, reader, accounts })) {
    await expect(pool.selectFrom('stores').select('id').execute(), name).rejects.toThrow('instead of quartermaster_')
  }
  await database.close()
})
