import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Cluster } from './cluster.ts'

/** Only the URL is needed, so that a test's process can clone databases of a cluster it did not start. */
type Reachable = Pick<Cluster, 'url'>

/** Returns the URL of the new database, for the cluster's superuser. */
export async function createDatabase(
  cluster: Reachable,
  options: { name?: string; template?: string } = {},
): Promise<string> {
  const name = options.name ?? `qm_${randomBytes(8).toString('hex')}`
  const template = options.template === undefined ? '' : ` template ${pg.escapeIdentifier(options.template)}`
  await runAsAdmin(cluster, `create database ${pg.escapeIdentifier(name)}${template}`)
  const url = new URL(cluster.url)
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}

/** Takes the URL `createDatabase` gave; ends what is still connected, and a missing database is a quiet success. */
export async function dropDatabase(cluster: Reachable, url: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  await runAsAdmin(cluster, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
}

async function runAsAdmin(cluster: Reachable, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
