import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Cluster } from './cluster.ts'

/** Only the URL, so that a test process can clone databases of a cluster that another process started. */
type ClusterUrl = Pick<Cluster, 'url'>

/** Returns the URL of the new database, for the superuser of the cluster. */
export async function createDatabase(
  cluster: ClusterUrl,
  options: { name?: string; template?: string } = {},
): Promise<string> {
  const name = options.name ?? `qm_${randomBytes(8).toString('hex')}`
  const template = options.template === undefined ? '' : ` template ${pg.escapeIdentifier(options.template)}`
  await runAsAdmin(cluster, `create database ${pg.escapeIdentifier(name)}${template}`)
  const url = new URL(cluster.url)
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}

/** Drops a database by the URL that `createDatabase` returned, and closes its connections. It may be missing already. */
export async function dropDatabase(cluster: ClusterUrl, url: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  await runAsAdmin(cluster, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
}

async function runAsAdmin(cluster: ClusterUrl, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
