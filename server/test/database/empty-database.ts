import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Cluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase, dropDatabase } from '@quartermaster/local-postgres/database'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { SQL_FOLDERS } from '../../src/db/migration-files.ts'

/** A new database for one test, and a connection to it as its superuser. */
export async function createEmptyDatabase(
  cluster: Pick<Cluster, 'url'> = { url: inject('clusterUrl') },
  options: { template?: string } = {},
) {
  const url = await createDatabase(cluster, options)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await dropDatabase(cluster, url)
  })
  return {
    url,
    query: async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await client.query<T>(text, values)).rows,
  }
}

/** The same with all tables, as a clone of a migrated database. */
export async function createMigratedDatabase() {
  return createEmptyDatabase(undefined, { template: inject('templateName') })
}

/** A copy of all SQL files that a test can change. */
export async function copySql() {
  const dir = await mkdtemp(join(tmpdir(), 'quartermaster-migrations-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const [migrations, rooms] = [join(dir, 'migrations'), join(dir, 'rooms')]
  await cp(SQL_FOLDERS.migrations, migrations, { recursive: true })
  const isSql = (path: string) => extname(path) === '' || extname(path) === '.sql'
  await cp(SQL_FOLDERS.rooms, rooms, { recursive: true, filter: isSql })
  return {
    folders: { migrations: pathToFileURL(`${migrations}/`), rooms: pathToFileURL(`${rooms}/`) },
    path: (name: string) => join(migrations, name),
    functionPath: (name: string) => join(rooms, name),
  }
}
