import { type Cluster, type ClusterOptions, startCluster } from '@quartermaster/local-postgres/cluster'
import pg from 'pg'
import { afterAll } from 'vitest'

export async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** A fresh cluster with an owner who is not a superuser but can create roles, as a hosting provider sets it up. */
export async function startOwnedCluster(
  owner: string,
  major: NonNullable<ClusterOptions['major']>,
  settings: Record<string, string> = {},
) {
  const cluster: Cluster = await startCluster({ major, settings: { shared_buffers: '32MB', ...settings } })
  afterAll(() => cluster.stop())
  await query(cluster.url, `create role ${owner} login createrole`)
  let databases = 0
  return {
    cluster,
    createEmptyDatabase: async (name = `store_${++databases}`) => {
      await query(cluster.url, `create database ${name} owner ${owner}`)
      return `postgres://${owner}@127.0.0.1:${cluster.port}/${name}`
    },
  }
}

/** The rows of every table, read by a superuser, whom row-level security does not limit. */
export async function readAllRows({ port }: Cluster, url: string): Promise<Record<string, string[]>> {
  const asSuperuser = `postgres://postgres@127.0.0.1:${port}${new URL(url).pathname}`
  const tables = await query<{ name: string }>(
    asSuperuser,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not in ('migrations') order by relname`,
  )
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    const found = await query<{ row: string }>(asSuperuser, `select t::text as row from ${name} t order by 1`)
    rows[name] = found.map(({ row }) => row)
  }
  return rows
}
