import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, startCluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase } from '@quartermaster/local-postgres/database'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/setup/migrate.ts'
import { findKeysInLogs } from './find-keys-in-logs.ts'

const TEMPLATE = 'template_quartermaster'

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string
    templateName: string
    /** Tests write every log line below `logs/`, and every server key they are issued below `keys/`. */
    runDir: string
  }
}

/** One cluster for the whole run; a test clones the migrated template instead of migrating. */
export default async function setup(project: TestProject) {
  const runDir = await mkdtemp(join(tmpdir(), 'quartermaster-run-'))
  await mkdir(join(runDir, 'logs'))
  await mkdir(join(runDir, 'keys'))
  const major = chosenMajor()
  const cluster = await startCluster(major === undefined ? {} : { major })
  try {
    await makeTemplate(cluster)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  project.provide('clusterUrl', cluster.url)
  project.provide('templateName', TEMPLATE)
  project.provide('runDir', runDir)

  return async function teardown() {
    // The database's own log counts too: a failing statement is written there as it was sent.
    await copyFile(join(cluster.dir, 'server.log'), join(runDir, 'logs', 'postgresql.log'))
    await cluster.stop()
    await requireCleanLogs(runDir)
    await rm(runDir, { recursive: true })
  }
}

async function makeTemplate(cluster: Cluster): Promise<void> {
  await migrate(await createDatabase(cluster, { name: TEMPLATE }))
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  try {
    await client.query(`alter database ${TEMPLATE} is_template true`)
  } finally {
    await client.end()
  }
}

/** Whatever the tests drove the server to log, no line of it may hold a key. */
async function requireCleanLogs(runDir: string): Promise<void> {
  const { lines, keys, leaks } = await findKeysInLogs(runDir)
  console.log(`Looked for ${keys} server keys in ${lines} log lines: ${leaks.length} found`)
  if (leaks.length === 0) return
  throw new Error(`A server key was logged, see ${runDir}:\n${leaks.slice(0, 20).join('\n')}`)
}

function chosenMajor(): 15 | 18 | undefined {
  const wanted = process.env['TEST_POSTGRES']
  if (wanted === undefined || wanted === '') return undefined
  if (wanted === '15') return 15
  if (wanted === '18') return 18
  throw new Error(`TEST_POSTGRES is ${wanted}; it can be 15 or 18`)
}
