import { type Cluster, startCluster } from '@quartermaster/local-postgres/cluster'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { checkDatabase } from '../src/db/check-database.ts'
import { openDatabase } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import { createStore } from '../src/stores/create-store.ts'
import { listStores } from '../src/stores/list-stores.ts'

async function asSuperuser(cluster: Cluster, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

test.for([15, 18] as const)(
  'on PostgreSQL %i an owner who is no superuser, but may create roles, sets up and runs a store',
  async (major) => {
    const cluster = await startCluster({ major })
    onTestFinished(() => cluster.stop())
    await asSuperuser(cluster, 'create role landlord login createrole', 'create database vale owner landlord')
    const url = `postgres://landlord@127.0.0.1:${cluster.port}/vale`
    await migrate(url)

    const findings = await checkDatabase(url, { now: () => new Date() })
    expect(findings.filter((finding) => !finding.ok)).toEqual([])
    const database = openDatabase({ url, poolSize: 1 })
    onTestFinished(() => database.close())
    const { id } = await createStore(database.app, {
      name: 'Vale',
      url: 'vale.example',
      plan: 'BASIC',
      currency: 'BRL',
      expiresAt: null,
    })
    expect((await listStores(database.reader, { most: 10 })).map((store) => store.id)).toEqual([id])
    // Without a store set even the owner's own rows are out of sight.
    expect(await database.app.selectFrom('stores').select('id').execute()).toEqual([])
  },
)
